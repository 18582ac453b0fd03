package org.curtail.runtime;

import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import org.curtail.runtime.FlightEvents.LoadEvent;

/**
 * Sends the load of an engine to the JDK Flight Recorder at intervals. The first use of the Flight
 * Recorder starts it; the engine alone does not initialise the Flight Recorder.
 */
final class FlightLoad implements AutoCloseable {
  private final Runnable hook;
  private final FlightRecorderListener onFirstUse;

  private FlightLoad(String engine, Supplier<Metrics.Gauges> gauges) {
    hook = () -> emit(engine, gauges.get());
    onFirstUse =
        new FlightRecorderListener() {
          @Override
          public void recorderInitialized(FlightRecorder recorder) {
            FlightRecording.begin();
            FlightRecorder.addPeriodicEvent(LoadEvent.class, hook);
          }
        };
  }

  static FlightLoad start(String engine, Supplier<Metrics.Gauges> gauges) {
    var load = new FlightLoad(engine, gauges);
    FlightRecorder.addListener(load.onFirstUse);
    return load;
  }

  private static void emit(String engine, Metrics.Gauges gauges) {
    var event = new LoadEvent();
    event.engine = engine;
    event.waiting = gauges.waiting();
    event.running = gauges.running();
    event.aside = gauges.aside();
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
