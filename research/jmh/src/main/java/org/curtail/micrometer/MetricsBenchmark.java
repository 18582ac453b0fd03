package org.curtail.micrometer;

import com.sun.management.ThreadMXBean;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of {@link EngineMeters} for {@link Curtail#run}. Each invocation runs the same requests on
 * an engine without meters and on one with them, alternately first. {@code ratio} compares the
 * medians of an iteration; {@code addedBytes} are allocated more per request. There is only one
 * iteration, since JMH adds such numbers up. A scrape takes {@link #scrape}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 1, time = 5)
@Fork(1)
@State(Scope.Thread)
public class MetricsBenchmark {
  private static final int REQUESTS = 100;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Times and bytes of an iteration. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Costs {
    private final List<Long> plainNanos = new ArrayList<>();
    private final List<Long> meteredNanos = new ArrayList<>();
    private long plainBytes;
    private long meteredBytes;

    @Setup(Level.Iteration)
    public void reset() {
      plainNanos.clear();
      meteredNanos.clear();
      plainBytes = 0;
      meteredBytes = 0;
    }

    /** Median time of a request without meters, in nanoseconds. */
    public double plainNanos() {
      return median(plainNanos);
    }

    /** Median time with meters divided by that without. */
    public double ratio() {
      return median(meteredNanos) / median(plainNanos);
    }

    /** Bytes per request that meters allocate. */
    public double addedBytes() {
      return (double) (meteredBytes - plainBytes) / REQUESTS / meteredNanos.size();
    }

    private static double median(List<Long> nanos) {
      return nanos.stream()
              .sorted()
              .skip(nanos.size() / 2)
              .mapToDouble(Long::doubleValue)
              .findFirst()
              .orElse(0)
          / REQUESTS;
    }
  }

  /** Chunks of a request, each a few nanoseconds long. */
  @Param({"1", "100"})
  int chunks;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private Curtail plain;
  private Curtail metered;
  private boolean meteredFirst;

  @Setup
  public void start() {
    plain = Curtail.with(new Sequential()).name("plain").start();
    metered = Curtail.with(new Sequential()).name("metered").start();
    EngineMeters.bind(metered, registry);
  }

  @TearDown
  public void stop() {
    plain.close();
    metered.close();
  }

  /** Runs requests without and with meters. */
  @Benchmark
  public void requests(Costs costs) throws Exception {
    meteredFirst = !meteredFirst;
    if (meteredFirst) {
      metered(costs);
      plain(costs);
    } else {
      plain(costs);
      metered(costs);
    }
  }

  private void plain(Costs costs) throws Exception {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    costs.plainNanos.add(nanos(plain));
    costs.plainBytes += THREADS.getCurrentThreadAllocatedBytes() - bytes;
  }

  private void metered(Costs costs) throws Exception {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    costs.meteredNanos.add(nanos(metered));
    costs.meteredBytes += THREADS.getCurrentThreadAllocatedBytes() - bytes;
  }

  private long nanos(Curtail curtail) throws Exception {
    long fromNanos = System.nanoTime();
    for (int request = 0; request < REQUESTS; request++) {
      curtail.run(SharedWork.of(chunks, chunk -> chunk, Integer::sum));
    }
    return System.nanoTime() - fromNanos;
  }

  /** Reads all meters of an engine as Prometheus does. */
  @Benchmark
  public String scrape() {
    return registry.scrape();
  }
}
