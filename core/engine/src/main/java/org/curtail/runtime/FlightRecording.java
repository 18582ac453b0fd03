package org.curtail.runtime;

import java.util.concurrent.ConcurrentHashMap;
import org.curtail.Policy;
import org.curtail.runtime.FlightEvents.DegreeChangeEvent;
import org.curtail.runtime.FlightEvents.PolicyChangeEvent;
import org.curtail.runtime.FlightEvents.RefusedEvent;
import org.curtail.runtime.FlightEvents.RequestEvent;
import org.jspecify.annotations.Nullable;

/**
 * Tells the JDK Flight Recorder what happens to requests. Every engine has one; what is recorded,
 * and whether anything is, the user of the Flight Recorder says. While nothing is, each call is one
 * or two tests and allocates nothing. Safe for all threads.
 *
 * <p>A request that arrived before the recording began is not in it as a whole.
 */
final class FlightRecording implements RequestListener {
  /** Only asked whether anybody wants such events, which takes no event of its own. */
  private static final class Asked {
    static final RequestEvent REQUEST = new RequestEvent();
    static final DegreeChangeEvent DEGREE_CHANGE = new DegreeChangeEvent();
    static final RefusedEvent REFUSED = new RefusedEvent();
    static final PolicyChangeEvent POLICY_CHANGE = new PolicyChangeEvent();
  }

  /** Until then no event class is loaded: the first one costs each service 0.1 s at its start. */
  private static volatile boolean inUse;

  private final String engine;
  private final ConcurrentHashMap<Long, RequestEvent> underWay = new ConcurrentHashMap<>();

  FlightRecording(String engine) {
    this.engine = engine;
  }

  /** Loads the classes of the events. The Flight Recorder's first use calls it, no request does. */
  static void begin() {
    Asked.REQUEST.isEnabled();
    inUse = true;
  }

  /** Whether this Java has a Flight Recorder; one that was put together without may not. */
  static boolean isPossible() {
    return ModuleLayer.boot().findModule("jdk.jfr").isPresent();
  }

  /** Another policy serves an engine from now on. */
  static void policyChanged(String engine, Policy from, Policy to) {
    if (inUse && Asked.POLICY_CHANGE.isEnabled()) {
      var event = new PolicyChangeEvent();
      event.engine = engine;
      event.from = named(from);
      event.to = named(to);
      event.commit();
    }
  }

  /** What it says of itself, if it says anything. */
  private static String named(Policy policy) {
    try {
      return policy.toString();
    } catch (RuntimeException e) {
      return policy.getClass().getName();
    }
  }

  @Override
  public void arrived(long request, long atNanos, RequestOptions options) {
    if (inUse && Asked.REQUEST.isEnabled()) {
      var event = new RequestEvent();
      event.engine = engine;
      event.request = request;
      event.priorityClass = options.priorityClass().name();
      event.begin();
      underWay.put(request, event);
    }
  }

  @Override
  public void refused(long request, long atNanos) {
    forget(request);
    if (inUse && Asked.REFUSED.isEnabled()) {
      var event = new RefusedEvent();
      event.engine = engine;
      event.request = request;
      event.commit();
    }
  }

  @Override
  public void started(long request, long atNanos) {
    degreeChanged(request, atNanos, 1);
  }

  @Override
  public void degreeChanged(long request, long atNanos, int degree) {
    if (inUse && Asked.DEGREE_CHANGE.isEnabled()) {
      var event = new DegreeChangeEvent();
      event.engine = engine;
      event.request = request;
      event.degree = degree;
      event.commit();
    }
  }

  @Override
  public void setAside(long request, long atNanos) {
    degreeChanged(request, atNanos, 0);
  }

  @Override
  public void ended(long request, Timeline timeline) {
    RequestEvent event = forget(request);
    if (event == null) {
      return;
    }
    event.end();
    if (event.shouldCommit()) {
      event.outcome = timeline.outcome().name();
      event.waitTime = timeline.waitNanos();
      event.executionTime = timeline.executionNanos();
      event.threadTime = timeline.threadNanos();
      event.peakDegree = timeline.peakDegree();
      event.meanDegree = timeline.peakDegree() == 0 ? 0 : (float) timeline.meanDegree();
      event.timesAside = timeline.timesAside();
      event.asideTime = timeline.asideNanos();
      event.chunks = timeline.chunks();
      event.commit();
    }
  }

  private @Nullable RequestEvent forget(long request) {
    return underWay.isEmpty() ? null : underWay.remove(request);
  }
}
