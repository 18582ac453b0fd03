package org.curtail.cli.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.curtail.benchkit.inject.InjectedWork;
import org.curtail.benchkit.inject.InjectionPlan;
import org.curtail.benchkit.inject.Injections;
import org.curtail.benchkit.openloop.Block;
import org.curtail.benchkit.openloop.OpenLoop;
import org.curtail.benchkit.search.SearchAnswer;
import org.curtail.benchkit.search.Searches;
import org.curtail.benchkit.trust.MachineTimes;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Ticket;
import org.curtail.signals.Pause;

/**
 * What came of one block.
 *
 * @param plan what was sent
 * @param first number of its first request in the run
 * @param beginNanos when it began
 * @param handedOverNanos when the client handed each request over, by its own reading of the clock;
 *     by number in the block
 * @param requests by number in the block; empty of those that failed
 * @param cpuMs CPU time of the whole process for a request, without that of the JVM's compiler
 * @param failed requests that ended with an exception
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record ServedBlock(
    InjectionPlan plan,
    int first,
    long beginNanos,
    long[] handedOverNanos,
    List<Optional<RequestEvidence>> requests,
    double cpuMs,
    int failed) {
  ServedBlock {
    requests = List.copyOf(requests);
  }

  /** Who serves: an engine, and how it searches. */
  record Server(Curtail engine, Searches searches, FlightTelling telling) implements AutoCloseable {
    /** The same, of whose requests the Flight Recorder is not told. */
    Server untold() {
      return new Server(engine, searches, new FlightTelling());
    }

    @Override
    public void close() {
      engine.close();
    }
  }

  /**
   * Serves a block; empty if the user stopped the work in the middle.
   *
   * @param injections what is put into requests that the plan has chosen; empty for nothing
   * @param failure told why, for each request that fails
   */
  static Optional<ServedBlock> serve(
      Server server,
      InjectionPlan plan,
      int first,
      Optional<Injections> injections,
      Consumer<Throwable> failure)
      throws InterruptedException {
    var loop =
        new OpenLoop<Ticket<SearchAnswer>>(
            (request, poll) -> {
              SharedWork<?, SearchAnswer> work = server.searches.work(plan.query(request), poll);
              return server.engine.submit(
                  injections.isPresent()
                      ? InjectedWork.of(
                          work, first + request, plan.isChosen(request), injections.get())
                      : work);
            },
            plan.requests(),
            plan::sentNanos);
    var maker = new EvidenceMaker(plan, loop, first);
    server.telling.begin(maker);
    var compiler = new CompilerTime();
    double compiledMs = compiler.ms();
    MachineTimes before = MachineTimes.now();
    loop.run();
    var requests = new ArrayList<Optional<RequestEvidence>>();
    int failed = 0;
    for (int i = 0; i < loop.handedOver(); i++) {
      Ticket<SearchAnswer> ticket = loop.answer(i);
      try {
        ticket.get();
        requests.add(Optional.of(maker.of(i, ticket.timeline())));
      } catch (ExecutionException e) {
        failed++;
        failure.accept(e.getCause() == null ? e : e.getCause());
        requests.add(Optional.empty());
      }
    }
    double cpuMs = MachineTimes.now().since(before).cpuMs() - (compiler.ms() - compiledMs);
    server.telling.begin(null);
    if (requests.size() < plan.requests()) {
      return Optional.empty();
    }
    return Optional.of(
        new ServedBlock(
            plan,
            first,
            loop.beginNanos(),
            IntStream.range(0, plan.requests()).mapToLong(loop::handedOverNanos).toArray(),
            requests,
            cpuMs / plan.requests(),
            failed));
  }

  /** Those that count: the system fills at the begin of a block and drains at its end. */
  List<RequestEvidence> counted() {
    int ramp = Block.ramp(requests.size());
    return requests.subList(ramp, requests.size() - ramp).stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** Latencies of those that count. */
  double[] latenciesMs() {
    return counted().stream().mapToDouble(request -> request.latencyNanos() / 1e6).toArray();
  }

  /** When the last request ended. */
  long endNanos() {
    return requests.stream()
        .flatMap(Optional::stream)
        .mapToLong(RequestEvidence::endNanos)
        .reduce(beginNanos, (one, other) -> other - one > 0 ? other : one);
  }

  /** The same with the pauses of the process, each request with its own. */
  ServedBlock during(List<Pause> pauses) {
    return new ServedBlock(
        plan,
        first,
        beginNanos,
        handedOverNanos,
        requests.stream().map(one -> one.map(it -> it.during(within(pauses, it)))).toList(),
        cpuMs,
        failed);
  }

  private static List<Pause> within(List<Pause> pauses, RequestEvidence request) {
    return pauses.stream()
        .filter(pause -> pause.nanosWithin(request.intendedNanos(), request.answeredNanos()) > 0)
        .toList();
  }
}
