package org.curtail.linux;

import java.util.BitSet;

/** Forwards to another kernel; tests override single calls. */
class ForwardingKernel implements Kernel {
  private final Kernel kernel;

  ForwardingKernel(Kernel kernel) {
    this.kernel = kernel;
  }

  @Override
  public int scheduling(SchedAttr into) {
    return kernel.scheduling(into);
  }

  @Override
  public int setScheduling(SchedAttr attr) {
    return kernel.setScheduling(attr);
  }

  @Override
  public int affinity(int threadId, BitSet into) {
    return kernel.affinity(threadId, into);
  }

  @Override
  public int setAffinity(int threadId, BitSet cores) {
    return kernel.setAffinity(threadId, cores);
  }

  @Override
  public int threadId() {
    return kernel.threadId();
  }

  @Override
  public int currentCore() {
    return kernel.currentCore();
  }

  @Override
  public byte[] name() {
    return kernel.name();
  }

  @Override
  public int setName(byte[] utf8) {
    return kernel.setName(utf8);
  }
}
