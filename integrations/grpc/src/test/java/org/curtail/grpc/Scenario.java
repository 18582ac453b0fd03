package org.curtail.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Something that a caller and a server do, and what the caller sees then, in words. */
record Scenario(String name, Consumer<Served> server, Client client) {
  /** Never answers. */
  static final Consumer<Served> SILENT = one -> {};

  /**
   * Where a client runs.
   *
   * @param own the server's channel, without interceptors
   * @param channel to be used
   */
  record Setting(TestServer server, ManagedChannel own, Channel channel) {
    ClientCall<String, String> call() {
      return channel.newCall(Echo.SAY, CallOptions.DEFAULT);
    }

    /** Waits for the first attempt at the server. */
    void awaitServed() {
      Wait.until("an attempt at the server", () -> !server.served().isEmpty());
    }
  }

  /** What the caller does. */
  @FunctionalInterface
  interface Client {
    /** What it sees. */
    List<String> run(Setting setting) throws Exception;
  }

  /** Sends one message as a stub does. */
  static List<String> plain(Setting setting) throws Exception {
    var heard = new Heard();
    Calls.send(setting.call(), heard, "hello");
    return events(heard);
  }

  /** All that a listener is told until the end. */
  static List<String> events(Heard heard) throws Exception {
    heard.status();
    return heard.events();
  }

  /** The end alone: descriptions say how much time which step took, and where connections went. */
  static List<String> codes(Heard heard) throws Exception {
    return List.of(heard.status().getCode().name(), heard.messages().toString());
  }

  /** What an action throws. */
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
