package org.curtail.hedge;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.reissue.ReissuePolicy;
import org.jspecify.annotations.Nullable;

/**
 * All listeners of a hedge, and the Flight Recorder if present, behind methods that never throw. A
 * listener that throws is reported once and not called again. If memory or stack ran out, the
 * listener only misses that call. Without listeners, nothing is allocated.
 */
final class HedgeListeners {
  private final @Nullable HedgeRecording recording;

  /** Replaced, never modified. */
  private volatile HedgeListener[] listeners;

  private volatile int failed;
  private final AtomicBoolean saidCancellation = new AtomicBoolean();

  HedgeListeners(List<HedgeListener> listeners, @Nullable HedgeRecording recording) {
    this.listeners = listeners.toArray(HedgeListener[]::new);
    this.recording = recording;
  }

  /** Returns the number of listeners that have thrown. */
  int failed() {
    return failed;
  }

  void sent(long call, int attempt) {
    if (recording != null && attempt > 0) {
      recording.sent(call, attempt);
    }
    if (listeners.length > 0) {
      each(listener -> listener.sent(call, attempt));
    }
  }

  void suppressed(long call, int attempt, HedgeListener.SuppressedBy by) {
    if (recording != null) {
      recording.suppressed(call, attempt, by);
    }
    if (listeners.length > 0) {
      each(listener -> listener.suppressed(call, attempt, by));
    }
  }

  void ended(
      long call,
      Outcome outcome,
      int attempts,
      int winner,
      long nanos,
      @Nullable Throwable failure) {
    if (recording != null && (attempts > 1 || outcome != Outcome.ANSWERED)) {
      recording.ended(call, outcome, attempts, winner, nanos);
    }
    if (listeners.length > 0) {
      var end = new HedgeListener.CallEnd(outcome, attempts, winner, nanos, failure);
      each(listener -> listener.ended(call, end));
    }
  }

  void replanned(ReissuePolicy policy, String why) {
    if (recording != null) {
      recording.replanned(policy, why);
    }
    each(listener -> listener.replanned(policy, why));
  }

  /** Reports an exception of a cancellation action. */
  void cancellationFailed(Throwable e) {
    if (saidCancellation.compareAndSet(false, true)) {
      HedgeFaults.error(
          "an attempt could not be cancelled and may go on; further ones are not reported", e);
    }
  }

  private void each(Consumer<HedgeListener> what) {
    for (HedgeListener listener : listeners) {
      try {
        what.accept(listener);
      } catch (VirtualMachineError e) {
        HedgeFaults.report(e);
      } catch (Throwable e) {
        remove(listener, e);
      }
    }
  }

  synchronized void add(HedgeListener listener) {
    HedgeListener[] more = Arrays.copyOf(listeners, listeners.length + 1);
    more[listeners.length] = listener;
    listeners = more;
  }

  /** Removes a listener. Returns false if it is not among them. */
  @SuppressWarnings("ReferenceEquality") // A listener may be equal to another.
  synchronized boolean remove(HedgeListener listener) {
    HedgeListener[] others =
        Arrays.stream(listeners).filter(other -> other != listener).toArray(HedgeListener[]::new);
    boolean isRemoved = others.length < listeners.length;
    listeners = others;
    return isRemoved;
  }

  private void remove(HedgeListener listener, Throwable e) {
    synchronized (this) {
      if (!remove(listener)) {
        return;
      }
      failed++;
    }
    HedgeFaults.error(
        "listener " + listener.getClass().getName() + " failed and is not called again", e);
  }
}
