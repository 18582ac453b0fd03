package org.curtail.runtime;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.curtail.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of requests to the JDK Flight Recorder. The settings of the recording say which
 * events are recorded. Without a recording, each call is one or two tests and allocates nothing.
 * Safe for all threads.
 *
 * <p>A request that arrived before the recording began has no event {@code curtail.Request}.
 */
final class FlightRecording implements RequestListener {
  /**
   * Objects that only tell whether such events are recorded, so that this question makes no new
   * object.
   */
  private static final class Asked {
    static final RequestEvent REQUEST = new RequestEvent();
    static final DegreeChangeEvent DEGREE_CHANGE = new DegreeChangeEvent();
    static final RefusedEvent REFUSED = new RefusedEvent();
    static final PolicyChangeEvent POLICY_CHANGE = new PolicyChangeEvent();
  }

  /** True once the recorder is used. Until then no event class is loaded: the first takes 0.1 s. */
  private static volatile boolean inUse;

  private final String engine;
  private final ConcurrentHashMap<Long, RequestEvent> underWay = new ConcurrentHashMap<>();

  FlightRecording(String engine) {
    this.engine = engine;
  }

  /**
   * Loads the classes of the events. Called at the first use of the Flight Recorder, never by a
   * request.
   */
  static void begin() {
    Asked.REQUEST.isEnabled();
    inUse = true;
  }

  /** True if this Java has a Flight Recorder; a custom runtime image may have none. */
  static boolean isPossible() {
    return ModuleLayer.boot().findModule("jdk.jfr").isPresent();
  }

  /** Records that another policy serves an engine from now on. */
  static void policyChanged(String engine, Policy from, Policy to) {
    if (inUse && Asked.POLICY_CHANGE.isEnabled()) {
      var event = new PolicyChangeEvent();
      event.engine = engine;
      event.from = named(from);
      event.to = named(to);
      event.commit();
    }
  }

  /** Returns a policy's own text, or the name of its class. */
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
  public void preempted(long request, long atNanos) {
    degreeChanged(request, atNanos, 0);
  }

  @Override
  public void ended(long request, Timeline timeline, RequestOptions options) {
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
      event.timesAside = timeline.preemptions();
      event.asideTime = timeline.preemptedNanos();
      event.chunks = timeline.chunks();
      event.commit();
    }
  }

  private @Nullable RequestEvent forget(long request) {
    return underWay.isEmpty() ? null : underWay.remove(request);
  }

  // ---- The events. Names and fields of events are part of the interface.

  /** Fields of all events. */
  @Category("curtail")
  @StackTrace(false)
  abstract static class EngineEvent extends Event {
    @Label("Engine")
    @Description("Name of the engine, from Setup.name")
    @Nullable String engine;
  }

  /** Fields of all events of one request. */
  abstract static class OneRequestEvent extends EngineEvent {
    @Label("Request")
    @Description("Number of the request, unique in its engine")
    long request;
  }

  @Name("curtail.Request")
  @Label("Request")
  @Description("A request from its arrival to its end")
  static final class RequestEvent extends OneRequestEvent {
    @Label("Priority Class")
    @Nullable String priorityClass;

    @Label("Outcome")
    @Nullable String outcome;

    @Label("Wait Time")
    @Description("Time from the arrival to the begin of the first thread")
    @Timespan
    long waitTime;

    @Label("Execution Time")
    @Description("Time from the begin of the first thread to the end, without preempted time")
    @Timespan
    long executionTime;

    @Label("Thread Time")
    @Description("Service time of all threads of the request together")
    @Timespan
    long threadTime;

    @Label("Peak Degree")
    @Description("Most threads at the same time; 0 if the request never started")
    int peakDegree;

    @Label("Mean Degree")
    @Description("Mean number of threads over the execution time; 0 if the request never started")
    float meanDegree;

    @Label("Preemptions")
    @Description("Number of preemptions of the request")
    int timesAside;

    @Label("Preempted Time")
    @Description("Time for which the request was preempted; neither wait time nor execution time")
    @Timespan
    long asideTime;

    @Label("Chunks")
    @Description("Number of claimed chunks")
    int chunks;
  }

  @Name("curtail.DegreeChange")
  @Label("Degree Change")
  @Description("A request has more or fewer threads from now on; 0 if it is preempted")
  static final class DegreeChangeEvent extends OneRequestEvent {
    @Label("Degree")
    int degree;
  }

  @Name("curtail.Refused")
  @Label("Request Refused")
  @Description("A request found the queue full or the engine closed")
  static final class RefusedEvent extends OneRequestEvent {}

  @Name("curtail.PolicyChange")
  @Label("Policy Change")
  @Description("Another policy serves from now on")
  static final class PolicyChangeEvent extends EngineEvent {
    @Label("From")
    @Nullable String from;

    @Label("To")
    @Nullable String to;
  }

  @Name("curtail.Load")
  @Label("Load")
  @Description("How busy an engine is")
  @Period("1 s")
  static final class LoadEvent extends EngineEvent {
    @Label("Waiting")
    @Description("Requests that wait to be admitted")
    int waiting;

    @Label("Running")
    @Description("Requests that have started and have not ended, with preempted ones")
    int running;

    @Label("Preempted")
    @Description("Running requests that are preempted, so they have no thread")
    int aside;

    @Label("Threads Busy")
    int threadsBusy;

    @Label("Threads Boosted")
    int boostedThreads;

    @Label("Threads Paused")
    int pausedThreads;
  }

  /**
   * Writes the load of an engine to the JDK Flight Recorder at intervals. Begins at the first use
   * of the Flight Recorder, and does not start it.
   */
  static final class LoadEvents implements AutoCloseable {
    private final Runnable hook;
    private final FlightRecorderListener onFirstUse;

    private LoadEvents(String engine, Supplier<Metrics.Gauges> gauges) {
      hook = () -> emit(engine, gauges.get());
      onFirstUse =
          new FlightRecorderListener() {
            @Override
            public void recorderInitialized(FlightRecorder recorder) {
              begin();
              FlightRecorder.addPeriodicEvent(LoadEvent.class, hook);
            }
          };
    }

    static LoadEvents start(String engine, Supplier<Metrics.Gauges> gauges) {
      var load = new LoadEvents(engine, gauges);
      FlightRecorder.addListener(load.onFirstUse);
      return load;
    }

    private static void emit(String engine, Metrics.Gauges gauges) {
      var event = new LoadEvent();
      event.engine = engine;
      event.waiting = gauges.waiting();
      event.running = gauges.running();
      event.aside = gauges.preempted();
      event.threadsBusy = gauges.threadsBusy();
      event.boostedThreads = gauges.boostedThreads();
      event.pausedThreads = gauges.pausedThreads();
      event.commit();
    }

    @Override
    public void close() {
      FlightRecorder.removeListener(onFirstUse);
      FlightRecorder.removePeriodicEvent(hook);
    }
  }
}
