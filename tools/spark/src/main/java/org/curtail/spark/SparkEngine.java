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
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.json.FormatException;
import org.curtail.traces.Span;
import org.curtail.traces.read.SpanFile;
import org.curtail.traces.tables.Contents;
import org.curtail.traces.tables.Engine;
import org.curtail.traces.tables.ImportProgress;
import org.curtail.traces.tables.KeptRecording;
import org.curtail.traces.tables.Tables;

/**
 * Apache Spark, for recordings that exceed one machine. All machines of the cluster read files and
 * assemble requests, with the same Java code as other engines. All machines need the files and the
 * folder of the kept recording under the same paths.
 */
public final class SparkEngine implements Engine {
  private static final String LOCAL = "local";
  private static final String LOOPBACK = "127.0.0.1";
  private static final int LOCAL_PARTS = 8;

  /** One class of each jar that workers need in addition to Spark's jars. */
  private static final List<Class<?>> WORKER_CLASSES =
      List.of(
          SparkEngine.class,
          Span.class,
          UsageError.class,
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
   * @param master Spark's name of the master: spark://host:7077, yarn, local[2]
   */
  public SparkEngine(String master) {
    var builder =
        SparkSession.builder()
            .master(master)
            .appName("curtail traces")
            .config("spark.ui.enabled", false)
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.parquet.compression.codec", "zstd")
            // With few cores, reads of local files would block each other in Java's common pool.
            .config("spark.hadoop.parquet.hadoop.vectored.io.enabled", false);
    if (master.startsWith(LOCAL)) {
      // No other machine is involved, and machine names often cannot be resolved.
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
      throw new UsageError(
          "--spark: Spark cannot be started with master '%s': %s".formatted(master, e.getMessage()),
          e);
    }
  }

  private static String jars() {
    return WORKER_CLASSES.stream()
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
