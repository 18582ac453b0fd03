package org.curtail.runtime;

import org.jspecify.annotations.Nullable;

/** Passes an engine's events on to a listener that needs the engine first. */
final class Relay implements RequestListener {
  @Nullable RequestListener to;

  @Override
  public void arrived(long request, long atNanos, RequestOptions options) {
    if (to != null) {
      to.arrived(request, atNanos, options);
    }
  }

  @Override
  public void refused(long request, long atNanos) {
    if (to != null) {
      to.refused(request, atNanos);
    }
  }

  @Override
  public void started(long request, long atNanos) {
    if (to != null) {
      to.started(request, atNanos);
    }
  }

  @Override
  public void degreeChanged(long request, long atNanos, int degree) {
    if (to != null) {
      to.degreeChanged(request, atNanos, degree);
    }
  }

  @Override
  public void preempted(long request, long atNanos) {
    if (to != null) {
      to.preempted(request, atNanos);
    }
  }

  @Override
  public void ended(long request, Timeline timeline) {
    if (to != null) {
      to.ended(request, timeline);
    }
  }
}
