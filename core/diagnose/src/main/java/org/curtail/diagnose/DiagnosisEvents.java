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
    @Description("When the event was written, by the clock of all moments")
    long writtenNanos;
  }

  @Name("curtail.RequestEvidence")
  @Label("Request Evidence")
  @Description("When a request was sent, received, begun, ended and answered")
  static final class EvidenceEvent extends DiagnosisEvent {
    @Label("Request")
    long request;

    @Label("Group")
    @Description("What it asked; empty if that is not known")
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
    @Description("How many stints of it there are")
    int stints;

    @Label("Expected CPU Time")
    @Description("In nanoseconds, that it was expected to take; -1 if that is not known")
    long expectedCpuNanos;
  }

  @Name("curtail.Stint")
  @Label("Stint")
  @Description("What one thread did for one request; -1 stands for what is not available")
  static final class StintEvent extends DiagnosisEvent {
    @Label("Request")
    long request;

    @Label("Request End")
    @Description("Tells requests of the same number apart")
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
    @Description("In nanoseconds, for which no core was free")
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
    @Description("Phase, cycles and instructions of each phase, parted by blanks; may be empty")
    @Nullable String phases;
  }

  @Name("curtail.Pause")
  @Label("Pause")
  @Description("A time in which no thread of the process could compute")
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
  @Description("Where the time of a slow request went")
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
    @Description("Whether the main cause is the first even if parts are as wrong as they can be")
    boolean sure;

    @Label("Latency")
    @Timespan
    long latency;

    @Label("Excess")
    @Description("What it took above the usual")
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
