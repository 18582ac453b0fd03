package org.curtail.spark;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.CodedInputStream;
import io.airlift.compress.v3.zstd.ZstdInputStream;
import io.opentelemetry.proto.trace.v1.TracesData;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.curtail.json.FormatException;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.traces.Span;
import org.curtail.traces.read.SpanFile;
import org.curtail.traces.tables.Contents;
import org.curtail.traces.tables.Engine;
import org.curtail.traces.tables.ImportProgress;
import org.curtail.traces.tables.KeptRecording;
import org.curtail.traces.tables.Tables;

/**
 * Apache Spark, for recordings beyond one machine. Files are read and requests are put together on
 * all of its machines, by the same Java as elsewhere; all of them must see the files, and the
 * folder where the recording is kept, under the same names.
 */
public final class SparkEngine implements Engine {
  private static final String LOCAL = "local";
  private static final String LOOPBACK = "127.0.0.1";
  private static final int LOCAL_PARTS = 8;

  /** A class of each jar that reading takes, besides Spark's own. */
  private static final List<Class<?>> WORKERS_NEED =
      List.of(
          SparkEngine.class,
          Span.class,
          Misuse.class,
          FormatException.class,
          ObjectMapper.class,
          JsonFactory.class,
          JsonProperty.class,
          TracesData.class,
          CodedInputStream.class,
          ZstdInputStream.class);

  private final SparkSession session;

  /**
   * Connects to a cluster, or starts Spark in this process.
   *
   * @param master as Spark names it: spark://host:7077, yarn, local[2]
   */
  public SparkEngine(String master) {
    var builder =
        SparkSession.builder()
            .master(master)
            .appName("curtail traces")
            .config("spark.ui.enabled", false)
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.parquet.compression.codec", "zstd")
            // Reads of local files wait for each other in Java's common pool where cores are few.
            .config("spark.hadoop.parquet.hadoop.vectored.io.enabled", false);
    if (master.startsWith(LOCAL)) {
      // Nobody else is to be reached, and names of machines often cannot be resolved.
      builder
          .config("spark.driver.host", LOOPBACK)
          .config("spark.driver.bindAddress", LOOPBACK)
          .config("spark.sql.shuffle.partitions", LOCAL_PARTS);
    } else {
      builder.config("spark.jars", jars());
    }
    try {
      session = builder.getOrCreate();
    } catch (RuntimeException e) {
      throw new Misuse(
          "--spark: Spark cannot be started with master '%s': %s".formatted(master, e.getMessage()),
          e);
    }
  }

  private static String jars() {
    return WORKERS_NEED.stream()
        .flatMap(SparkEngine::place)
        .distinct()
        .collect(Collectors.joining(","));
  }

  private static Stream<String> place(Class<?> type) {
    try {
      return Stream.of(
          Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Contents read(List<SpanFile> files, KeptRecording kept, ImportProgress progress) {
    return SparkImport.run(session, files, kept, progress);
  }

  @Override
  public Tables tables(KeptRecording kept) {
    return new SparkTables(session, kept);
  }

  @Override
  public void close() {
    session.stop();
  }
}
