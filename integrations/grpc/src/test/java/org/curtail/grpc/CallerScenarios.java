package org.curtail.grpc;

import static org.curtail.grpc.Scenario.SILENT;
import static org.curtail.grpc.Scenario.codes;
import static org.curtail.grpc.Scenario.events;
import static org.curtail.grpc.Scenario.plain;
import static org.curtail.grpc.Scenario.thrown;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.Context;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.curtail.grpc.Scenario.Client;

/** Behaviours of callers, and ends of calls. */
final class CallerScenarios {
  private final List<Scenario> all = new ArrayList<>();

  private CallerScenarios() {}

  static List<Scenario> all() {
    var scenarios = new CallerScenarios();
    scenarios.addCancellations();
    scenarios.addOddOrders();
    scenarios.addEnds();
    scenarios.addInterceptors();
    return scenarios.all;
  }

  private void add(String name, Consumer<ServedAttempt> server, Client client) {
    all.add(new Scenario(name, server, client));
  }

  private void addCancellations() {
    add(
        "cancelled before the start",
        SILENT,
        setting -> {
          ClientCall<String, String> call = setting.call();
          call.cancel("early", null);
          return thrown(() -> call.start(new RecordingListener(), new Metadata()));
        });
    add(
        "cancelled after the start",
        SILENT,
        setting -> {
          var heard = new RecordingListener();
          ClientCall<String, String> call = setting.call();
          call.start(heard, new Metadata());
          call.request(2);
          call.cancel("early", new IllegalStateException("cause"));
          return events(heard);
        });
    add(
        "cancelled before the half-close",
        SILENT,
        setting -> {
          var heard = new RecordingListener();
          ClientCall<String, String> call = setting.call();
          call.start(heard, new Metadata());
          call.request(2);
          call.sendMessage("hello");
          call.cancel("early", null);
          List<String> events = new ArrayList<>(events(heard));
          events.addAll(thrown(call::halfClose));
          events.addAll(thrown(() -> call.sendMessage("more")));
          return events;
        });
    for (boolean withReason : new boolean[] {true, false}) {
      add(
          "cancelled while it runs, " + (withReason ? "with" : "without") + " a reason",
          SILENT,
          setting -> {
            var heard = new RecordingListener();
            ClientCall<String, String> call = setting.call();
            Calls.send(call, heard, "hello");
            setting.awaitServed();
            call.cancel(withReason ? "late" : null, null);
            call.cancel("again", null);
            return events(heard);
          });
    }
    add(
        "cancelled after the end",
        ServedAttempt::echo,
        setting -> {
          var heard = new RecordingListener();
          ClientCall<String, String> call = setting.call();
          Calls.send(call, heard, "hello");
          heard.status();
          call.cancel("too late", null);
          return events(heard);
        });
  }

  private void addOddOrders() {
    add(
        "half-closed without a message",
        one -> one.fail(Status.INVALID_ARGUMENT),
        setting -> {
          var heard = new RecordingListener();
          ClientCall<String, String> call = setting.call();
          call.start(heard, new Metadata());
          call.request(2);
          call.halfClose();
          return events(heard);
        });
    add(
        "two requests",
        ServedAttempt::echo,
        setting -> {
          var heard = new RecordingListener();
          ClientCall<String, String> call = setting.call();
          call.start(heard, new Metadata());
          call.request(2);
          call.sendMessage("a");
          call.sendMessage("b");
          call.halfClose();
          return events(heard);
        });
    add(
        "started twice",
        SILENT,
        setting -> {
          ClientCall<String, String> call = setting.call();
          call.start(new RecordingListener(), new Metadata());
          return thrown(() -> call.start(new RecordingListener(), new Metadata()));
        });
    add(
        "sent after the half-close",
        SILENT,
        setting -> {
          ClientCall<String, String> call = setting.call();
          Calls.send(call, new RecordingListener(), "hello");
          List<String> thrown = new ArrayList<>(thrown(() -> call.sendMessage("more")));
          thrown.addAll(thrown(call::halfClose));
          return thrown;
        });
    add(
        "used before the start",
        SILENT,
        setting -> {
          ClientCall<String, String> call = setting.call();
          List<String> thrown = new ArrayList<>(thrown(() -> call.sendMessage("hello")));
          thrown.addAll(thrown(call::halfClose));
          thrown.addAll(thrown(() -> call.request(1)));
          return thrown;
        });
  }

  private void addEnds() {
    add(
        "a deadline that has passed",
        ServedAttempt::echo,
        setting -> {
          var heard = new RecordingListener();
          CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(-1, TimeUnit.SECONDS);
          Calls.send(setting.channel().newCall(Echo.SAY, options), heard, "hello");
          return codes(heard);
        });
    add(
        "a deadline that passes",
        SILENT,
        setting -> {
          var heard = new RecordingListener();
          CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(200, TimeUnit.MILLISECONDS);
          Calls.send(setting.channel().newCall(Echo.SAY, options), heard, "hello");
          return codes(heard);
        });
    add(
        "a context that is cancelled",
        ServedAttempt::echo,
        setting -> {
          Context.CancellableContext context = Context.current().withCancellation();
          context.cancel(new IllegalStateException("gone"));
          return context.call(() -> plain(setting));
        });
    add(
        "a context that is cancelled meanwhile",
        SILENT,
        setting -> {
          Context.CancellableContext context = Context.current().withCancellation();
          var heard = new RecordingListener();
          context.run(() -> Calls.send(setting.call(), heard, "hello"));
          setting.awaitServed();
          context.cancel(null);
          return events(heard);
        });
    add(
        "a channel that is shut down",
        ServedAttempt::echo,
        setting -> {
          setting.server().shutDownChannels();
          return plain(setting);
        });
    add(
        "a channel that is shut down meanwhile",
        SILENT,
        setting -> {
          var heard = new RecordingListener();
          Calls.send(setting.call(), heard, "hello");
          setting.awaitServed();
          setting.server().shutDownChannels();
          return codes(heard);
        });
    add(
        "a server that is gone",
        ServedAttempt::echo,
        setting -> {
          plain(setting);
          setting.server().stop();
          return codes(Calls.say(setting.channel(), "hello"));
        });
  }

  private void addInterceptors() {
    for (String where : List.of("newCall", "start", "request", "sendMessage", "halfClose")) {
      add(
          "an interceptor below that throws in " + where,
          ServedAttempt::echo,
          setting -> {
            Channel throwing = ClientInterceptors.intercept(setting.own(), new Throwing(where));
            Channel used =
                setting.channel().equals(setting.own())
                    ? throwing
                    : ClientInterceptors.intercept(throwing, HedgingInterceptor.of(Hedges.late()));
            return thrown(() -> Calls.say(used, "hello"));
          });
    }
  }

  private record Throwing(String where) implements ClientInterceptor {
    private void at(String step) {
      if (step.equals(where)) {
        throw Status.UNAUTHENTICATED.withDescription("who are you").asRuntimeException();
      }
    }

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      at("newCall");
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<A> listener, Metadata headers) {
          at("start");
          super.start(listener, headers);
        }

        @Override
        public void request(int messages) {
          at("request");
          super.request(messages);
        }

        @Override
        public void sendMessage(Q message) {
          at("sendMessage");
          super.sendMessage(message);
        }

        @Override
        public void halfClose() {
          at("halfClose");
          super.halfClose();
        }
      };
    }
  }
}
