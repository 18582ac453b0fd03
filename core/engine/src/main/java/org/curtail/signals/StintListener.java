package org.curtail.signals;

/** Is told what threads that {@linkplain Tag tag} themselves did for their requests. */
public interface StintListener {
  /**
   * A thread has done with a request, or goes on with another one. Called on that thread; should be
   * quick.
   *
   * @param request as it was given to {@link Tag#request}
   */
  void served(long request, Stint stint);
}
