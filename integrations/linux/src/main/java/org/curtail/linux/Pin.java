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
   * Restores the thread's former cores. A second call changes nothing without another pin. If the
   * process has lost all former cores meanwhile, the thread stays on its present ones.
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
