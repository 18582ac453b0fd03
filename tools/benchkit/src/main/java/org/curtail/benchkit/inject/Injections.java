package org.curtail.benchkit.inject;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntToLongFunction;
import org.curtail.signals.Pause;

/**
 * The injections into running requests, and the clock readings of them, which no diagnosis sees.
 * Thread-safe.
 */
public final class Injections implements AutoCloseable {
  private final Queue<InjectionRecord> records = new ConcurrentLinkedQueue<>();
  private final Map<Integer, ThreadClocks> begun = new ConcurrentHashMap<>();
  private final Map<Integer, Served> served = new ConcurrentHashMap<>();
  private final CollectionTimes collections = CollectionTimes.start();
  private final List<Injection> all = new ArrayList<>();

  private Injections() {}

  /**
   * Starts the threads and processes needed; kinds that lie before the server need none.
   *
   * @param cores that serve
   * @param folder for files
   * @param usualCpuNanos usual computing time of a request, by its number; negative if unknown
   * @throws InjectionUnavailableException if one of the kinds is not possible on this machine
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

  /** Called by the thread that begins a request, before anything else of the request. */
  void begin(int request, boolean isChosen) throws Exception {
    begun.put(request, ThreadClocks.now());
    if (isChosen) {
      for (Injection one : all) {
        one.begin(request);
      }
    }
  }

  /** Called by the thread that ends it; a second call changes nothing. */
  void end(int request, boolean isChosen) {
    if (isChosen) {
      all.forEach(one -> one.end(request));
    }
    ThreadClocks from = begun.remove(request);
    if (from != null) {
      served.put(request, Served.between(from, ThreadClocks.now()));
    }
  }

  /** The injections done; for a stopped process, complete only after {@link #close}. */
  public List<InjectionRecord> records() {
    return List.copyOf(records);
  }

  /** Records of requests by number; without those that did not end. */
  public Map<Integer, Served> served() {
    return Map.copyOf(served);
  }

  /** Collections, requested by injections or not. */
  public List<Pause> collections() {
    return collections.soFar();
  }

  @Override
  public void close() {
    all.forEach(Injection::close);
    collections.close();
  }
}
