package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

/** Fails at its {@code faultAt}-th call. */
final class FaultyListener implements RequestListener {
  private final int faultAt;
  private int told;

  FaultyListener(int faultAt) {
    this.faultAt = faultAt;
  }

  private void tell() {
    if (told++ == faultAt) {
      throw new AssertionError("told " + told + " times");
    }
    assertThat(told).as("calls of a listener that failed").isLessThanOrEqualTo(faultAt);
  }

  @Override
  public void arrived(long request, long atNanos, RequestOptions options) {
    tell();
  }

  @Override
  public void started(long request, long atNanos) {
    tell();
  }

  @Override
  public void degreeChanged(long request, long atNanos, int degree) {
    tell();
  }

  @Override
  public void ended(long request, Timeline timeline) {
    tell();
  }
}
