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
import org.curtail.diagnose.pause.Pause;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Ticket;

/**
 * Results of one block.
 *
 * @param plan requests of the block
 * @param first number of the block's first request in the run
 * @param beginNanos begin of the block
 * @param handedOverNanos hand-over of each request by the client, by its own clock; by number in
 *     the block
 * @param requests requests by their number in the block; empty for failed ones
 * @param cpuMs CPU time of the whole process per request, without that of the JVM's compiler
 * @param failed number of requests that ended with an exception
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

  /** A server: an engine with its searches. */
  record Server(Curtail engine, Searches searches, FlightReporting reporting)
      implements AutoCloseable {
    /** The same server without reports to the Flight Recorder. */
    Server withoutReports() {
      return new Server(engine, searches, new FlightReporting());
    }

    @Override
    public void close() {
      engine.close();
    }
  }

  /**
   * Serves a block; empty if the user stopped it.
   *
   * @param injections injections into requests that the plan chooses; empty for none
   * @param failure receives the reason of each failed request
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
    server.reporting.begin(maker);
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
    server.reporting.begin(null);
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

  /**
   * Counted requests. The first and last ones do not count, because the system fills at the begin
   * of a block and empties at its end.
   */
  List<RequestEvidence> counted() {
    int ramp = Block.ramp(requests.size());
    return requests.subList(ramp, requests.size() - ramp).stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** Latencies of the counted requests. */
  double[] latenciesMs() {
    return counted().stream().mapToDouble(request -> request.latencyNanos() / 1e6).toArray();
  }

  /** End of the last request. */
  long endNanos() {
    return requests.stream()
        .flatMap(Optional::stream)
        .mapToLong(RequestEvidence::endNanos)
        .reduce(beginNanos, (one, other) -> other - one > 0 ? other : one);
  }

  /** The same block with the pauses of the process, assigned to requests. */
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
