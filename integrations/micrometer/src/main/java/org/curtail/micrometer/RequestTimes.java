package org.curtail.micrometer;

import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.curtail.Policy;
import org.curtail.PriorityClass;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * Counts requests and adds up their response times, by policy, class and outcome. A request costs
 * two additions. Only the first request of a combination allocates memory. Thread-safe.
 */
final class RequestTimes implements RequestListener {
  private static final int OUTCOMES = Outcome.values().length;

  private final Curtail curtail;
  private final MeterConvention convention;
  private final Map<Tags, Sum> sums = new ConcurrentHashMap<>();
  private final List<Binding<?>> bindings = new ArrayList<>();
  private volatile ByPolicy current;

  RequestTimes(Curtail curtail, MeterConvention convention) {
    this.curtail = curtail;
    this.convention = convention;
    current = new ByPolicy(curtail.policy());
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // An equal policy only leads to the same sums.
  public void ended(long request, Timeline timeline, RequestOptions options) {
    Policy policy = curtail.policy();
    ByPolicy known = current;
    if (known.policy != policy) {
      known = new ByPolicy(policy);
      current = known;
    }
    known.sum(options.priorityClass(), timeline.outcome()).add(timeline.responseNanos());
  }

  /** Adds the timers of all combinations to a binding, now and later. */
  synchronized void bind(Binding<?> binding) {
    bindings.add(binding);
    sums.forEach((tags, sum) -> sum.bind(binding, tags));
  }

  private synchronized Sum sum(Tags tags) {
    Sum known = sums.get(tags);
    if (known != null) {
      return known;
    }
    var made = new Sum();
    sums.put(tags, made);
    bindings.forEach(binding -> made.bind(binding, tags));
    return made;
  }

  synchronized void unbind() {
    bindings.forEach(Binding::remove);
    bindings.clear();
  }

  private record Sum(LongAdder count, LongAdder nanos) {
    Sum() {
      this(new LongAdder(), new LongAdder());
    }

    void add(long responseNanos) {
      count.increment();
      nanos.add(responseNanos);
    }

    void bind(Binding<?> binding, Tags tags) {
      binding.timer(
          "curtail.request",
          tags,
          "Response time of requests, from submission to the end",
          count::sum,
          nanos::sum);
    }
  }

  /** The sums of one policy by class and outcome. */
  private final class ByPolicy {
    private final Policy policy;

    /** An entry is null until its first request. A race looks the same sum up twice. */
    private final @Nullable Sum[] found = new Sum[PriorityClass.values().length * OUTCOMES];

    ByPolicy(Policy policy) {
      this.policy = policy;
    }

    @SuppressWarnings("EnumOrdinal") // An array, since a map of pairs would allocate.
    Sum sum(PriorityClass priorityClass, Outcome outcome) {
      int index = priorityClass.ordinal() * OUTCOMES + outcome.ordinal();
      Sum known = found[index];
      if (known == null) {
        known = RequestTimes.this.sum(convention.requestTags(policy, priorityClass, outcome));
        found[index] = known;
      }
      return known;
    }
  }
}
