package org.curtail.runtime;

import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import org.curtail.runtime.FlightEvents.LoadEvent;

/**
 * Tells the JDK Flight Recorder now and then how busy an engine is. Does not wake the Flight
 * Recorder up: it begins when somebody uses that.
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
