package org.curtail.runtime;

import java.util.Arrays;
import java.util.List;

/**
 * All listeners of an engine, as one listener that never throws. A listener that throws is reported
 * once and not called again. If only memory or stack ran out, the listener misses that call, and
 * this is reported once. A call allocates no memory.
 */
final class Listeners implements RequestListener {
  /** Replaced, never changed. */
  private volatile RequestListener[] listeners;

  private volatile int failed;
  private final FaultReport.TransientErrors errors = new FaultReport.TransientErrors();
  private volatile boolean saidMissed;
  private volatile boolean saidOfWork;

  Listeners(List<RequestListener> listeners) {
    this.listeners = listeners.toArray(RequestListener[]::new);
  }

  /** Number of listeners that have thrown. */
  int failed() {
    return failed;
  }

  @Override
  public void arrived(long request, long atNanos, RequestOptions options) {
    for (RequestListener listener : listeners) {
      try {
        listener.arrived(request, atNanos, options);
        if (errors.inARow != 0) {
          errors.passed();
        }
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
        if (errors.inARow != 0) {
          errors.passed();
        }
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
        if (errors.inARow != 0) {
          errors.passed();
        }
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
        if (errors.inARow != 0) {
          errors.passed();
        }
      } catch (Throwable e) {
        drop(listener, e);
      }
    }
  }

  @Override
  public void preempted(long request, long atNanos) {
    for (RequestListener listener : listeners) {
      try {
        listener.preempted(request, atNanos);
        if (errors.inARow != 0) {
          errors.passed();
        }
      } catch (Throwable e) {
        drop(listener, e);
      }
    }
  }

  @Override
  public void placed(long request, long atNanos, int thread, int speedClass, int fromClass) {
    for (RequestListener listener : listeners) {
      try {
        listener.placed(request, atNanos, thread, speedClass, fromClass);
        if (errors.inARow != 0) {
          errors.passed();
        }
      } catch (Throwable e) {
        drop(listener, e);
      }
    }
  }

  @Override
  public void left(long request, long atNanos, int thread) {
    for (RequestListener listener : listeners) {
      try {
        listener.left(request, atNanos, thread);
        if (errors.inARow != 0) {
          errors.passed();
        }
      } catch (Throwable e) {
        drop(listener, e);
      }
    }
  }

  @Override
  public void ended(long request, Timeline timeline, RequestOptions options) {
    for (RequestListener listener : listeners) {
      try {
        listener.ended(request, timeline, options);
        if (errors.inARow != 0) {
          errors.passed();
        }
      } catch (Throwable e) {
        drop(listener, e);
      }
    }
  }

  /** Calls the work of a request that has ended. */
  void endedWork(SharedWork<?, ?> work, Timeline timeline) {
    try {
      work.ended(timeline);
    } catch (Throwable e) {
      workFailed(work, e);
    }
  }

  private void workFailed(SharedWork<?, ?> work, Throwable e) {
    if (saidOfWork) {
      return;
    }
    saidOfWork = true;
    try {
      FaultReport.error(
          "work "
              + work.getClass().getName()
              + " failed when it was told that its request had ended, which changes nothing;"
              + " further ones are not logged",
          e);
    } catch (Throwable again) {
      // Memory is short.
    }
  }

  private void drop(RequestListener listener, Throwable e) {
    try {
      if (!errors.mayPass(e)) {
        remove(listener, e);
      } else if (!saidMissed) {
        saidMissed = true;
        FaultReport.error(
            "listener "
                + listener.getClass().getName()
                + " missed a call, because memory or stack ran out; further ones are not logged",
            e);
      }
    } catch (Throwable again) {
      // Memory is short. The listener has missed this call, and no report is possible.
    }
  }

  synchronized void add(RequestListener listener) {
    RequestListener[] more = Arrays.copyOf(listeners, listeners.length + 1);
    more[listeners.length] = listener;
    listeners = more;
  }

  /** Removes a listener. Returns false if it is not among them. */
  @SuppressWarnings("ReferenceEquality") // A listener may be equal to another.
  synchronized boolean remove(RequestListener listener) {
    RequestListener[] others =
        Arrays.stream(listeners).filter(other -> other != listener).toArray(RequestListener[]::new);
    boolean isRemoved = others.length < listeners.length;
    listeners = others;
    return isRemoved;
  }

  private void remove(RequestListener listener, Throwable e) {
    synchronized (this) {
      if (!remove(listener)) {
        return;
      }
      failed++;
    }
    FaultReport.error(
        "listener " + listener.getClass().getName() + " failed and is not called again", e);
  }
}
