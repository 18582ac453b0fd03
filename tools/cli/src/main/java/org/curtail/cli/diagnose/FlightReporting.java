package org.curtail.cli.diagnose;

import java.util.concurrent.atomic.AtomicLong;
import org.curtail.diagnose.DiagnosisRecorder;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * Reports each request to the Flight Recorder at its end. An engine numbers requests in order of
 * arrival, and only one block sends requests at a time.
 */
final class FlightReporting implements RequestListener {
  private static final long NONE = -1;

  private final AtomicLong firstId = new AtomicLong(NONE);
  private volatile @Nullable EvidenceMaker maker;

  /** Begins the next block; null for requests that are not reported. */
  void begin(@Nullable EvidenceMaker next) {
    firstId.set(NONE);
    maker = next;
  }

  @Override
  public void arrived(long request, long atNanos, RequestOptions options) {
    firstId.compareAndSet(NONE, request);
  }

  @Override
  public void ended(long request, Timeline timeline) {
    EvidenceMaker known = maker;
    if (known != null && DiagnosisRecorder.isRecording()) {
      DiagnosisRecorder.ended(known.of((int) (request - firstId.get()), timeline));
    }
  }
}
