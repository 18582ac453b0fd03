package org.curtail.runtime;

import java.util.Arrays;
import java.util.List;

/**
 * All listeners of an engine, as one that never throws. One that throws is reported once and not
 * called again. Telling allocates nothing.
 */
final class Listeners implements RequestListener {
  /** Replaced, never changed. */
  private volatile RequestListener[] listeners;

  private volatile int failed;

  Listeners(List<RequestListener> listeners) {
    this.listeners = listeners.toArray(RequestListener[]::new);
  }

  /** How many have thrown. */
  int failed() {
    return failed;
  }

  @Override
  public void arrived(long request, long atNanos, Terms terms) {
    for (RequestListener listener : listeners) {
      try {
        listener.arrived(request, atNanos, terms);
      } catch (Throwable e) {
        drop(listener, e);
      }
    }
  }

  @Override
  public void refused(long request, long atNanos) {
    for (RequestListener listener : listeners) {
      try {
        listener.refused(request, atNanos);
      } catch (Throwable e) {
        drop(listener, e);
      }
    }
  }

  @Override
  public void started(long request, long atNanos) {
    for (RequestListener listener : listeners) {
      try {
        listener.started(request, atNanos);
      } catch (Throwable e) {
        drop(listener, e);
      }
    }
  }

  @Override
  public void degreeChanged(long request, long atNanos, int degree) {
    for (RequestListener listener : listeners) {
      try {
        listener.degreeChanged(request, atNanos, degree);
      } catch (Throwable e) {
        drop(listener, e);
      }
    }
  }

  @Override
  public void ended(long request, Timeline timeline) {
    for (RequestListener listener : listeners) {
      try {
        listener.ended(request, timeline);
      } catch (Throwable e) {
        drop(listener, e);
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // A listener may be equal to another.
  private void drop(RequestListener listener, Throwable e) {
    synchronized (this) {
      RequestListener[] others =
          Arrays.stream(listeners)
              .filter(other -> other != listener)
              .toArray(RequestListener[]::new);
      if (others.length == listeners.length) {
        return;
      }
      listeners = others;
      failed++;
    }
    FaultReport.error(
        "listener " + listener.getClass().getName() + " failed and is not called again", e);
  }
}
