package org.curtail.diagnose;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/**
 * Events for the JDK Flight Recorder. Names and fields are part of the interface. Moments are
 * readings of {@code System.nanoTime}. Each event has the moment of its writing, which relates
 * {@code nanoTime} to the recording's clock.
 */
final class DiagnosisEvents {
  private DiagnosisEvents() {}

  /** Common fields of all events. */
  @Category({"curtail", "Diagnosis"})
  @StackTrace(false)
  abstract static class DiagnosisEvent extends Event {
    @Label("Written")
    @Description("Moment at which the event was written")
    long writtenNanos;
  }

  @Name("curtail.RequestEvidence")
  @Label("Request Evidence")
  @Description("Moments of a request: send, receipt, start, end and answer")
  static final class EvidenceEvent extends DiagnosisEvent {
    @Label("Request")
    long request;

    @Label("Group")
    @Description("Kind of the request; empty if unknown")
    @Nullable String group;

    @Label("Intended")
    long intendedNanos;

    @Label("Received")
    long receivedNanos;

    @Label("Start")
    long startNanos;

    @Label("End")
    long endNanos;

    @Label("Answered")
    long answeredNanos;

    @Label("Stints")
    @Description("Number of stints of the request")
    int stints;

    @Label("Expected CPU Time")
    @Description("Usual CPU time of the demand in nanoseconds; -1 if unknown")
    long expectedCpuNanos;
  }

  @Name("curtail.Stint")
  @Label("Stint")
  @Description("Work of a thread for a request; counters that are not available are -1")
  static final class StintEvent extends DiagnosisEvent {
    @Label("Request")
    long request;

    @Label("Request End")
    @Description("End of the request, to distinguish requests with the same number")
    long requestEndNanos;

    @Label("Thread")
    long threadId;

    @Label("Thread Name")
    @Nullable String threadName;

    @Label("From")
    long fromNanos;

    @Label("To")
    long toNanos;

    @Label("CPU Time")
    @Description("In nanoseconds")
    long cpuNanos;

    @Label("Run Delay")
    @Description("Time without a free core, in nanoseconds")
    long runDelayNanos;

    @Label("Minor Faults")
    long minorFaults;

    @Label("Major Faults")
    long majorFaults;

    @Label("Voluntary Switches")
    long voluntarySwitches;

    @Label("Involuntary Switches")
    long involuntarySwitches;

    @Label("Chunks")
    int chunks;

    @Label("Doubtful")
    boolean doubtful;

    @Label("Cycles")
    long cycles;

    @Label("Instructions")
    long instructions;

    @Label("Phases")
    @Description("Phase, cycles and instructions of each phase, separated by spaces; may be empty")
    @Nullable String phases;
  }

  @Name("curtail.Pause")
  @Label("Pause")
  @Description("A pause of all threads of the process")
  static final class PauseEvent extends DiagnosisEvent {
    @Label("From")
    long fromNanos;

    @Label("To")
    long toNanos;

    @Label("Kind")
    @Nullable String kind;
  }

  @Name("curtail.SlowRequest")
  @Label("Slow Request")
  @Description("Causes of a slow request, with the time of each")
  static final class SlowRequestEvent extends DiagnosisEvent {
    @Label("Request")
    long request;

    @Label("Group")
    @Nullable String group;

    @Label("Main Cause")
    @Nullable String mainCause;

    @Label("Second Cause")
    @Description("Empty if there is none")
    @Nullable String secondCause;

    @Label("Sure")
    @Description(
        "True if the main cause has the largest excess even with the greatest possible errors")
    boolean sure;

    @Label("Latency")
    @Timespan
    long latency;

    @Label("Excess")
    @Description("Latency above the usual")
    @Timespan
    long excess;

    @Label("Client and Network")
    @Timespan
    long network;

    @Label("Admission Queue")
    @Timespan
    long admission;

    @Label("Hand-off")
    @Timespan
    long handOff;

    @Label("Run Queue")
    @Timespan
    long runQueue;

    @Label("Work")
    @Timespan
    long work;

    @Label("Garbage Collector")
    @Timespan
    long collector;

    @Label("Safepoint")
    @Timespan
    long safepoint;

    @Label("Blocked")
    @Timespan
    long blocked;

    @Label("Page Faults")
    @Timespan
    long pageFaults;

    @Label("Process Stopped")
    @Timespan
    long stopped;

    @Label("Interference")
    @Timespan
    long interference;

    @Label("Rest")
    @Timespan
    long rest;
  }
}
