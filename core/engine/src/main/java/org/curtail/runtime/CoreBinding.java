package org.curtail.runtime;

/**
 * Ties threads to the cores of a class of speed, by means of the operating system; {@code
 * curtail-linux} has one. Safe for all threads; each acts on itself only.
 */
public interface CoreBinding {
  /** Ties nobody: the classes are told apart by other means, or not at all. */
  CoreBinding NONE = speedClass -> {};

  /**
   * Ties the calling thread to the cores of a class, for good. Called once by each thread of the
   * pool, before it serves. If it throws, that is said, and the thread runs where it may.
   *
   * @param speedClass 0, the slowest, to the number of classes less 1
   */
  void bind(int speedClass);
}
