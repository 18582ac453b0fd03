package org.curtail.runtime;

import java.util.function.Function;

/**
 * Work that does what another does, but for what a subclass says: a subclass overrides what is to
 * be different and calls {@code super} for the rest. For another result see {@link SharedWork#map}.
 *
 * @param <W> as of the other work
 * @param <R> as of the other work
 */
public abstract class DelegatingWork<W, R> extends MappedWork<W, R, R> {
  /**
   * Every call goes to this work, on the same thread and with the same arguments.
   *
   * @param work not submitted by anybody else
   */
  protected DelegatingWork(SharedWork<W, R> work) {
    super(work, Function.identity());
  }
}
