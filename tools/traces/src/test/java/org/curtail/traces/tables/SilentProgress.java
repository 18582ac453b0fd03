package org.curtail.traces.tables;

/** Reports nothing. */
public final class SilentProgress implements ImportProgress {
  @Override
  public void reading(long spans, long bytes) {}

  @Override
  public void waiting() {}

  @Override
  public void assembling(long done, long all) {}
}
