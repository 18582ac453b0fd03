package org.curtail.grpc;

import static org.curtail.grpc.Scenario.events;

import io.grpc.CallOptions;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.curtail.grpc.Scenario.Client;
import org.curtail.grpc.Scenario.Setting;

/** Behaviours of servers, marshallers and listeners. */
final class ServerScenarios {
  private final List<Scenario> all = new ArrayList<>();

  private ServerScenarios() {}

  static List<Scenario> all() {
    var scenarios = new ServerScenarios();
    scenarios.addServers();
    scenarios.addMarshallersAndListeners();
    return scenarios.all;
  }

  private void add(String name, Consumer<ServedAttempt> server, Client client) {
    all.add(new Scenario(name, server, client));
  }

  private void addServers() {
    add("an answer", ServedAttempt::echo, Scenario::plain);
    for (Status.Code code : Status.Code.values()) {
      if (code != Status.Code.OK) {
        Status status = Status.fromCode(code).withDescription("no luck");
        add("the server says " + code, one -> one.fail(status), Scenario::plain);
      }
    }
    add(
        "headers, then a failure",
        one -> {
          one.call().sendHeaders(ServedAttempt.with(ServedAttempt.SERVER, "here"));
          one.fail(Status.INTERNAL.withDescription("broken"));
        },
        Scenario::plain);
    add(
        "a message, then a failure",
        one -> {
          one.call().sendHeaders(new Metadata());
          one.call().sendMessage("part");
          one.fail(Status.DATA_LOSS);
        },
        Scenario::plain);
    add("no message", one -> one.fail(Status.OK), Scenario::plain);
    add(
        "two messages",
        one -> {
          one.call().sendHeaders(new Metadata());
          one.call().sendMessage("a");
          one.call().sendMessage("b");
          one.fail(Status.OK);
        },
        Scenario::plain);
    add(
        "the server throws",
        one -> {
          throw new IllegalStateException("server");
        },
        Scenario::plain);
    add(
        "a method that is not there",
        ServedAttempt::echo,
        setting -> {
          MethodDescriptor<String, String> other =
              Echo.SAY.toBuilder().setFullMethodName("test.Echo/Other").build();
          var heard = new RecordingListener();
          Calls.send(setting.channel().newCall(other, CallOptions.DEFAULT), heard, "hello");
          return events(heard);
        });
  }

  private void addMarshallersAndListeners() {
    add(
        "a request that cannot be written",
        ServedAttempt::echo,
        setting -> with(setting, new Broken(true, false), new RecordingListener()));
    add(
        "a response that cannot be read",
        ServedAttempt::echo,
        setting -> with(setting, new Broken(false, true), new RecordingListener()));
    add(
        "a listener that fails on headers",
        ServedAttempt::echo,
        setting -> {
          var heard =
              new RecordingListener() {
                @Override
                public void onHeaders(Metadata headers) {
                  throw new IllegalStateException("listener");
                }
              };
          return with(setting, new Echo.Text(), heard);
        });
    add(
        "a listener that fails on a message",
        ServedAttempt::echo,
        setting -> {
          var heard =
              new RecordingListener() {
                @Override
                public void onMessage(String message) {
                  throw new IllegalStateException("listener");
                }
              };
          return with(setting, new Echo.Text(), heard);
        });
  }

  private static List<String> with(
      Setting setting, MethodDescriptor.Marshaller<String> marshaller, RecordingListener heard)
      throws Exception {
    MethodDescriptor<String, String> method =
        MethodDescriptor.newBuilder(marshaller, marshaller)
            .setType(MethodType.UNARY)
            .setIdempotent(true)
            .setFullMethodName(Echo.SAY.getFullMethodName())
            .build();
    Calls.send(setting.channel().newCall(method, CallOptions.DEFAULT), heard, "hello");
    return events(heard);
  }

  private record Broken(boolean writing, boolean reading)
      implements MethodDescriptor.PrototypeMarshaller<String> {
    @Override
    public InputStream stream(String value) {
      if (writing) {
        throw new IllegalArgumentException("cannot write");
      }
      return new Echo.Text().stream(value);
    }

    @Override
    public String parse(InputStream stream) {
      if (reading) {
        throw new IllegalArgumentException("cannot read");
      }
      return new Echo.Text().parse(stream);
    }

    @Override
    public String getMessagePrototype() {
      return "";
    }

    @Override
    public Class<String> getMessageClass() {
      return String.class;
    }
  }
}
