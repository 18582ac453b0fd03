package org.curtail.grpc;

import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.KnownLength;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicReference;
import org.curtail.grpc.HedgingInterceptor.Counters;
import org.curtail.hedge.Hedge;
import org.jspecify.annotations.Nullable;

/**
 * The caller's unary call. The call gathers the request until the caller half-closes; then the
 * hedge sends attempts. Nothing is sent earlier. A call that cannot be hedged becomes an ordinary
 * call, and gets the gathered actions.
 */
final class HedgedClientCall<Q, A> extends ClientCall<Q, A> {
  private enum Phase {
    GATHERING,
    HEDGED,
    ORDINARY
  }

  /** The caller's arguments of {@link #start}. */
  private record Caller<A>(Listener<A> listener, Metadata headers, Delivery<A> delivery) {}

  private final Hedge hedge;
  private final HedgingRules rules;
  private final Counters counters;
  private final Target<Q, A> target;
  private final ReplicaWatch watch = new ReplicaWatch();

  /**
   * The first attempt, or the ordinary call. Created in the constructor, so that the caller gets
   * its exceptions.
   */
  private final ClientCall<Q, A> first;

  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.GATHERING);
  private volatile boolean ordinaryIsStarted;

  /** Written under the monitor, as a cancellation asks whether it is earlier. */
  private volatile @Nullable Caller<A> caller;

  /** True if the call was cancelled before its start; guarded by the monitor. */
  private boolean isRefused;

  private volatile @Nullable Attempts<Q, A> attempts;
  private volatile @Nullable Stop stopped;

  // Accessed by the sending thread only.
  private boolean hasMessage;
  private @Nullable Q message;
  private @Nullable Boolean compression;

  HedgedClientCall(
      Hedge hedge,
      HedgingRules rules,
      Counters counters,
      MethodDescriptor<Q, A> method,
      CallOptions options,
      Channel next) {
    this.hedge = hedge;
    this.rules = rules;
    this.counters = counters;
    this.target = new Target<>(method, options, next, Context.current());
    this.first = target.newCall(ReplicaHint.NONE, watch);
  }

  @Override
  public void start(Listener<A> listener, Metadata headers) {
    check(caller == null, "Already started");
    var delivery = new Delivery<A>(listener, target::execute);
    var started = new Caller<>(listener, headers, delivery);
    synchronized (this) {
      check(!isRefused, "call was cancelled");
      caller = started;
    }
    delivery.ready();
  }

  @Override
  public void request(int messages) {
    Caller<A> by = started();
    if (messages < 0) {
      throw new IllegalArgumentException("Number requested must be non-negative");
    }
    by.delivery().request(messages);
    if (ordinaryIsStarted) {
      passRequested(by);
    }
  }

  private void passRequested(Caller<A> by) {
    int messages = by.delivery().takeRequested();
    if (messages > 0) {
      first.request(messages);
    }
  }

  @Override
  public boolean isReady() {
    return switch (phase.get()) {
      case GATHERING -> caller != null;
      case HEDGED -> false;
      case ORDINARY -> ordinaryIsStarted && first.isReady();
    };
  }

  @Override
  public void setMessageCompression(boolean enabled) {
    started();
    if (phase.get() == Phase.GATHERING) {
      compression = enabled;
    } else if (ordinaryIsStarted) {
      first.setMessageCompression(enabled);
    }
  }

  @Override
  public void sendMessage(Q one) {
    Caller<A> by = started();
    check(stopped == null, "call was cancelled");
    if (!hasMessage && phase.get() == Phase.GATHERING) {
      hasMessage = true;
      message = one;
      return;
    }
    if (phase.compareAndSet(Phase.GATHERING, Phase.ORDINARY)) {
      counters.unrepeatable.increment();
      startOrdinary(by);
      sendGathered();
    }
    check(stopped == null, "call was cancelled");
    check(ordinaryIsStarted, "call was half-closed");
    first.sendMessage(one);
  }

  @Override
  public void halfClose() {
    Caller<A> by = started();
    check(stopped == null, "call was cancelled");
    if (phase.get() == Phase.GATHERING) {
      if (by.delivery().isClosed()) {
        return; // The caller's listener has failed, so the call has ended.
      }
      Phase next = isRepeatable() ? Phase.HEDGED : Phase.ORDINARY;
      if (phase.compareAndSet(Phase.GATHERING, next)) {
        if (next == Phase.HEDGED) {
          sendHedged(by);
          return;
        }
        counters.unrepeatable.increment();
        startOrdinary(by);
        sendGathered();
      }
    }
    check(stopped == null, "call was cancelled");
    check(ordinaryIsStarted, "call already half-closed");
    first.halfClose();
  }

  /** True if the request is one message that is within the limit and can be sent repeatedly. */
  private boolean isRepeatable() {
    if (!hasMessage || message == null || message instanceof InputStream) {
      return false;
    }
    MethodDescriptor<Q, A> method = target.method();
    // Only streams of a prototype's marshaller know their length without writing the message.
    if (!(method.getRequestMarshaller() instanceof MethodDescriptor.PrototypeMarshaller)) {
      return true;
    }
    try (InputStream stream = method.streamRequest(message)) {
      return !(stream instanceof KnownLength) || stream.available() <= rules.messageLimitBytes();
    } catch (IOException | RuntimeException e) {
      return true; // The first attempt reports the failure, as an ordinary call does.
    }
  }

  private void sendHedged(Caller<A> by) {
    Q sent = message;
    if (sent == null) {
      throw new IllegalStateException("no message");
    }
    message = null;
    var all =
        new Attempts<>(
            target,
            new Request<>(sent, by.headers(), compression),
            rules,
            counters,
            by.delivery(),
            first,
            watch);
    attempts = all;
    Stop already = stopped;
    if (already != null) { // Another thread has just cancelled the call.
      counters.ended.increment();
      all.cancel(already);
      return;
    }
    if (all.send(hedge)) {
      counters.hedgeable.increment();
    } else if (all.giveBack()) {
      counters.ended.increment();
      message = sent;
      phase.set(Phase.ORDINARY);
      startOrdinary(by);
      sendGathered();
      first.halfClose();
    }
    Throwable thrown = all.thrown();
    if (thrown != null) {
      by.delivery().abandon();
      HedgedClientCall.<RuntimeException>raise(thrown);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void raise(Throwable thrown) throws T {
    throw (T) thrown;
  }

  /** Starts the ordinary call, which gets no cancellation meanwhile. */
  private void startOrdinary(Caller<A> by) {
    first.start(by.listener(), by.headers());
    ordinaryIsStarted = true;
    passRequested(by);
    Stop why = stopped;
    if (why != null) {
      first.cancel(why.message(), why.cause());
    }
  }

  /** Applies the gathered actions to the ordinary call. */
  private void sendGathered() {
    Boolean set = compression;
    if (set != null) {
      first.setMessageCompression(set);
    }
    if (hasMessage) {
      first.sendMessage(message);
    }
  }

  /**
   * Cancels the call. If nothing was sent, nothing will be sent, and the caller is notified as of
   * an ordinary call, on the usual thread.
   */
  @Override
  public void cancel(@Nullable String reason, @Nullable Throwable cause) {
    var why = new Stop(reason, cause);
    if (stopped == null) {
      stopped = why; // Written first, as a thread that starts the call checks it afterwards.
    }
    if (phase.compareAndSet(Phase.GATHERING, Phase.ORDINARY)) {
      counters.ended.increment();
      cancelGathered(why);
      return;
    }
    Attempts<Q, A> running = attempts;
    if (phase.get() == Phase.ORDINARY) {
      if (ordinaryIsStarted) {
        first.cancel(reason, cause);
      }
    } else if (running != null) {
      running.cancel(why);
    }
  }

  private void cancelGathered(Stop why) {
    Caller<A> by;
    synchronized (this) {
      by = caller;
      isRefused = by == null;
    }
    if (by != null) {
      target.execute(() -> by.delivery().close(why.status()));
    }
  }

  @Override
  public Attributes getAttributes() {
    Attempts<Q, A> running = phase.get() == Phase.HEDGED ? attempts : null;
    return running == null ? first.getAttributes() : running.attributes();
  }

  private Caller<A> started() {
    Caller<A> by = caller;
    if (by == null) {
      throw new IllegalStateException("Not started");
    }
    return by;
  }

  private static void check(boolean expected, String otherwise) {
    if (!expected) {
      throw new IllegalStateException(otherwise);
    }
  }

  @Override
  public String toString() {
    return "hedged " + first;
  }
}
