package org.curtail.runtime;

import java.util.function.Function;

/**
 * Work that forwards all calls to other work. A subclass overrides some methods, and may call
 * {@code super} in them. For another result see {@link SharedWork#map}.
 *
 * @param <W> state of a worker, as in the other work
 * @param <R> the result, as in the other work
 */
public abstract class DelegatingWork<W, R> extends MappedWork<W, R, R> {
  /**
   * Forwards every call to this work, on the same thread and with the same arguments.
   *
   * @param work the other work; only this object may submit it
   */
  protected DelegatingWork(SharedWork<W, R> work) {
    super(work, Function.identity());
  }
}
