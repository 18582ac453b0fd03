package org.curtail.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** All listeners of an engine. One that throws is reported once and not called again. */
final class Listeners {
  private static final Logger LOG = System.getLogger("org.curtail");

  private final CopyOnWriteArrayList<RequestListener> listeners;

  Listeners(List<RequestListener> listeners) {
    this.listeners = new CopyOnWriteArrayList<>(listeners);
  }

  /** Tells all of them. Never throws. */
  void tell(Consumer<RequestListener> news) {
    if (listeners.isEmpty()) {
      return;
    }
    for (RequestListener listener : listeners) {
      try {
        news.accept(listener);
      } catch (Throwable e) {
        if (listeners.remove(listener)) {
          LOG.log(Level.ERROR, "listener " + listener + " failed and is not called again", e);
        }
      }
    }
  }

  boolean isEmpty() {
    return listeners.isEmpty();
  }
}
