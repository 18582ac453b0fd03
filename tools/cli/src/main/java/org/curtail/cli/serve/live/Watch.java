package org.curtail.cli.serve.live;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Timeline;

/**
 * The requests of an engine as {@link Bar}s, while somebody watches. Engine threads only add to
 * concurrent collections; one thread samples. Requests that ran before are left out.
 */
final class Watch implements RequestListener {
  /** Most ended requests between two samples; more are left out of the figures. */
  private static final int MOST_ENDED = 20_000;

  private final Map<Long, Bar> present = new ConcurrentHashMap<>();
  private final Queue<Bar> ended = new ConcurrentLinkedQueue<>();
  private final AtomicInteger endedCount = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicLong numbers;

  /**
   * Creates a watch.
   *
   * @param numbers source of the numbers of bars
   */
  Watch(AtomicLong numbers) {
    this.numbers = numbers;
  }

  @Override
  public void arrived(long request, long atNanos, RequestOptions options) {
    Origin origin = Origin.OF.isBound() ? Origin.OF.get() : new Origin(atNanos, "");
    present.put(
        request, new Bar(numbers.incrementAndGet(), origin.intendedNanos(), origin.title()));
  }

  @Override
  public void refused(long request, long atNanos) {
    present.remove(request);
    refused.incrementAndGet();
  }

  @Override
  public void started(long request, long atNanos) {
    degreeChanged(request, atNanos, 1);
  }

  @Override
  public void degreeChanged(long request, long atNanos, int degree) {
    Bar bar = present.get(request);
    if (bar != null) {
      bar.step(atNanos, degree);
    }
  }

  @Override
  public void preempted(long request, long atNanos) {
    degreeChanged(request, atNanos, 0);
  }

  @Override
  public void ended(long request, Timeline timeline) {
    Bar bar = present.remove(request);
    if (bar != null) {
      bar.end(timeline);
      if (endedCount.incrementAndGet() <= MOST_ENDED) {
        ended.add(bar);
      }
    }
  }

  /** Returns the requests that have not ended, the oldest first. */
  List<Bar> present(int most) {
    Collection<Bar> all = present.values();
    return all.stream()
        .sorted(Comparator.comparingLong((Bar bar) -> bar.number))
        .limit(most)
        .toList();
  }

  /** Returns the requests that have ended since the last call. */
  List<Bar> takeEnded() {
    endedCount.set(0);
    var taken = new ArrayList<Bar>();
    for (Bar bar = ended.poll(); bar != null; bar = ended.poll()) {
      taken.add(bar);
    }
    return taken;
  }

  /** Returns the number of requests that were refused since the last call. */
  int takeRefused() {
    return refused.getAndSet(0);
  }
}
