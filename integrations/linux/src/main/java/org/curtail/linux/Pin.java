package org.curtail.linux;

/** A thread pinned to cores. Only that thread may use it. */
public final class Pin implements AutoCloseable {
  private final Kernel kernel;
  private final Cores cores;
  private final Cores before;
  private final Thread pinned = Thread.currentThread();

  Pin(Kernel kernel, Cores cores, Cores before) {
    this.kernel = kernel;
    this.cores = cores;
    this.before = before;
  }

  /** Cores that the thread is pinned to. */
  public Cores cores() {
    return cores;
  }

  /**
   * Restores the thread's former cores; a second call changes nothing unless it was pinned again.
   * If the kernel took all of those from the process meanwhile, the thread stays where it is.
   *
   * @throws WrongThreadException in any other thread
   */
  @Override
  public void close() {
    if (!Thread.currentThread().equals(pinned)) {
      throw new WrongThreadException(
          "expected %s, which was pinned, found %s".formatted(pinned, Thread.currentThread()));
    }
    kernel.setAffinity(before.bits());
  }
}
