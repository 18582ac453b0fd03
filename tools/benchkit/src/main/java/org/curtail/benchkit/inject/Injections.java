package org.curtail.benchkit.inject;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntToLongFunction;
import org.curtail.diagnose.pause.Pause;

/**
 * The injections into running requests, with clock readings that no diagnosis uses. Thread-safe.
 */
public final class Injections implements AutoCloseable {
  private final Queue<InjectionRecord> records = new ConcurrentLinkedQueue<>();
  private final Map<Integer, ThreadClocks> begun = new ConcurrentHashMap<>();
  private final Map<Integer, Served> served = new ConcurrentHashMap<>();
  private final CollectionTimes collections = CollectionTimes.start();
  private final List<Injection> all = new ArrayList<>();

  private Injections() {}

  /**
   * Starts the needed threads and processes.
   *
   * @param cores number of serving cores
   * @param folder folder for files
   * @param usualCpuNanos usual computing time of a request, by its number; negative if unknown
   * @throws InjectionUnavailableException if a kind is not possible on this machine
   */
  public static Injections start(
      InjectionSetting setting, int cores, Path folder, IntToLongFunction usualCpuNanos)
      throws InjectionUnavailableException {
    var started = new Injections();
    try {
      for (InjectionKind kind : setting.kinds()) {
        started.start(kind, setting.lengthNanos(kind), cores, folder, usualCpuNanos);
      }
      return started;
    } catch (InjectionUnavailableException | RuntimeException | Error e) {
      started.close();
      throw e;
    }
  }

  private void start(
      InjectionKind kind, long lengthNanos, int cores, Path folder, IntToLongFunction usualCpuNanos)
      throws InjectionUnavailableException {
    switch (kind) {
      case CPU_HOG -> all.add(CpuHog.start(cores, records));
      case MEMORY_HOG -> all.add(new MemoryHog(cores, usualCpuNanos, records));
      case COLLECTOR -> all.add(new CollectorPressure(lengthNanos, records));
      case LOCK -> all.add(new ContendedLock(lengthNanos, records));
      case IO -> all.add(new SlowAnswer(lengthNanos, records));
      case PAGE_FAULTS -> all.add(new PageFaults(folder, lengthNanos, records));
      case STOP -> all.add(new ProcessStop(lengthNanos, records));
      case NETWORK, BURST, LONG_QUERY -> {
        // The plan injects these.
      }
    }
  }

  /** Begins injections. Called by the thread of a request, before its work. */
  void begin(int request, boolean isChosen) throws Exception {
    begun.put(request, ThreadClocks.now());
    if (isChosen) {
      for (Injection one : all) {
        one.begin(request);
      }
    }
  }

  /** Ends injections. Called by the thread that ends the request; a second call has no effect. */
  void end(int request, boolean isChosen) {
    if (isChosen) {
      all.forEach(one -> one.end(request));
    }
    ThreadClocks from = begun.remove(request);
    if (from != null) {
      served.put(request, Served.between(from, ThreadClocks.now()));
    }
  }

  /** Returns the records of injections. Stops of the process are complete after {@link #close}. */
  public List<InjectionRecord> records() {
    return List.copyOf(records);
  }

  /** Returns the records of ended requests, by number. */
  public Map<Integer, Served> served() {
    return Map.copyOf(served);
  }

  /** Returns all garbage collections. */
  public List<Pause> collections() {
    return collections.soFar();
  }

  @Override
  public void close() {
    all.forEach(Injection::close);
    collections.close();
  }
}
