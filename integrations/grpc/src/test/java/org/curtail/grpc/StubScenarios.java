package org.curtail.grpc;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.curtail.grpc.Scenario.SILENT;
import static org.curtail.grpc.Scenario.thrown;
import static org.curtail.grpc.Scenario.words;

import io.grpc.CallOptions;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.curtail.grpc.Scenario.Client;
import org.curtail.grpc.Scenario.Setting;

/** The view of the usual stubs. */
final class StubScenarios {
  private final List<Scenario> all = new ArrayList<>();

  private StubScenarios() {}

  static List<Scenario> all() {
    var scenarios = new StubScenarios();
    scenarios.addStubs();
    return scenarios.all;
  }

  private void add(String name, Consumer<ServedAttempt> server, Client client) {
    all.add(new Scenario(name, server, client));
  }

  private void addStubs() {
    Status refused = Status.NOT_FOUND.withDescription("no such thing");
    add("a blocking stub", ServedAttempt::echo, setting -> List.of(blocking(setting)));
    add(
        "a blocking stub that fails",
        one -> one.fail(refused),
        setting -> thrown(() -> blocking(setting)));
    add(
        "a blocking stub that is interrupted",
        SILENT,
        setting -> {
          var seen = new CompletableFuture<List<String>>();
          Thread caller =
              Thread.ofPlatform()
                  .start(() -> {
                    List<String> thrown = new ArrayList<>(thrown(() -> blocking(setting)));
                    thrown.add("interrupted: " + Thread.interrupted());
                    seen.complete(thrown);
                  });
          setting.awaitServed();
          caller.interrupt();
          return seen.get(1, MINUTES);
        });
    add(
        "a future stub",
        ServedAttempt::echo,
        setting -> List.of(ClientCalls.futureUnaryCall(setting.call(), "hello").get(1, MINUTES)));
    add("a future stub that fails", one -> one.fail(refused), setting -> future(setting));
    add(
        "a future stub and two messages",
        one -> {
          one.call().sendHeaders(new Metadata());
          one.call().sendMessage("a");
          one.call().sendMessage("b");
          one.fail(Status.OK);
        },
        setting -> future(setting));
    add("a future stub and no message", one -> one.fail(Status.OK), setting -> future(setting));
    add("an asynchronous stub", ServedAttempt::echo, StubScenarios::asynchronous);
    add("an asynchronous stub that fails", one -> one.fail(refused), StubScenarios::asynchronous);
  }

  private static String blocking(Setting setting) {
    return ClientCalls.blockingUnaryCall(setting.channel(), Echo.SAY, CallOptions.DEFAULT, "hello");
  }

  private static List<String> future(Setting setting) throws Exception {
    try {
      return List.of(ClientCalls.futureUnaryCall(setting.call(), "hello").get(1, MINUTES));
    } catch (ExecutionException e) {
      return words(e);
    }
  }

  private static List<String> asynchronous(Setting setting) throws Exception {
    List<String> seen = new ArrayList<>();
    var done = new CompletableFuture<List<String>>();
    ClientCalls.asyncUnaryCall(
        setting.call(),
        "hello",
        new StreamObserver<String>() {
          @Override
          public void onNext(String message) {
            seen.add(message);
          }

          @Override
          public void onError(Throwable failure) {
            seen.addAll(words(failure));
            done.complete(seen);
          }

          @Override
          public void onCompleted() {
            seen.add("completed");
            done.complete(seen);
          }
        });
    return done.get(1, MINUTES);
  }
}
