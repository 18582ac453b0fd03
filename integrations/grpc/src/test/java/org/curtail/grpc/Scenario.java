package org.curtail.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.curtail.testkit.Eventually;

/** A behaviour of a caller and a server, and the caller's view as text. */
record Scenario(String name, Consumer<ServedAttempt> server, Client client) {
  /** Never answers. */
  static final Consumer<ServedAttempt> SILENT = one -> {};

  /**
   * A client's environment.
   *
   * @param own the server's channel, without interceptors
   * @param channel channel to use
   */
  record Setting(TestServer server, ManagedChannel own, Channel channel) {
    ClientCall<String, String> call() {
      return channel.newCall(Echo.SAY, CallOptions.DEFAULT);
    }

    /** Waits for the first attempt at the server. */
    void awaitServed() {
      Eventually.is("an attempt at the server", () -> !server.served().isEmpty());
    }
  }

  /** The caller's actions. */
  @FunctionalInterface
  interface Client {
    /** Returns the caller's view. */
    List<String> run(Setting setting) throws Exception;
  }

  /** Sends one message as a stub does. */
  static List<String> plain(Setting setting) throws Exception {
    var heard = new RecordingListener();
    Calls.send(setting.call(), heard, "hello");
    return events(heard);
  }

  /** Returns all calls of a listener until the end. */
  static List<String> events(RecordingListener heard) throws Exception {
    heard.status();
    return heard.events();
  }

  /** Returns the end alone: descriptions contain times and addresses. */
  static List<String> codes(RecordingListener heard) throws Exception {
    return List.of(heard.status().getCode().name(), heard.messages().toString());
  }

  /** Returns the exception of an action. */
  static List<String> thrown(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | Error e) {
      return words(e);
    }
    return List.of("nothing thrown");
  }

  /** An exception and its causes. */
  static List<String> words(Throwable failure) {
    List<String> words = new ArrayList<>();
    for (Throwable at = failure; at != null; at = at.getCause()) {
      words.add(at.getClass().getName() + ": " + at.getMessage());
    }
    return words;
  }

  @Override
  public String toString() {
    return name;
  }
}
