package org.curtail.runtime;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** The events that the JDK Flight Recorder gets. Names and fields are part of the interface. */
final class FlightEvents {
  private FlightEvents() {}

  /** What all events have. */
  @Category("curtail")
  @StackTrace(false)
  abstract static class EngineEvent extends Event {
    @Label("Engine")
    @Description("The name that the engine was set up with")
    @Nullable String engine;
  }

  /** What all events of one request have. */
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
    @Description("From its arrival until its first thread began")
    @Timespan
    long waitTime;

    @Label("Execution Time")
    @Description("From when its first thread began to its end")
    @Timespan
    long executionTime;

    @Label("Thread Time")
    @Description("Of all its threads together")
    @Timespan
    long threadTime;

    @Label("Peak Degree")
    @Description("Most threads at the same time; 0 if it never started")
    int peakDegree;

    @Label("Mean Degree")
    @Description("Threads on average over the execution time; 0 if it never started")
    float meanDegree;

    @Label("Times Aside")
    @Description("How often it was set aside")
    int timesAside;

    @Label("Aside Time")
    @Description("For how long in all it was set aside; neither wait nor execution time")
    @Timespan
    long asideTime;

    @Label("Chunks")
    @Description("Chunks of it that were claimed")
    int chunks;
  }

  @Name("curtail.DegreeChange")
  @Label("Degree Change")
  @Description("A request has more or fewer threads from now on; none if it was set aside")
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
    @Description("Requests that have started and have not ended")
    int running;

    @Label("Set Aside")
    @Description("Of them, that were set aside and are to go on")
    int aside;

    @Label("Threads Busy")
    int threadsBusy;

    @Label("Threads Boosted")
    int boostedThreads;

    @Label("Threads Paused")
    int pausedThreads;
  }
}
