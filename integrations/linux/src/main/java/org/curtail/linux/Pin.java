package org.curtail.linux;

/** A thread's tie to some cores. Only the thread that was pinned may use it. */
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

  /** What the thread was pinned to. */
  public Cores cores() {
    return cores;
  }

  /**
   * Lets the thread use the cores again that it had before; a second time changes nothing unless it
   * was pinned anew. If the kernel meanwhile took all of those from the process, the thread stays
   * where it is.
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
