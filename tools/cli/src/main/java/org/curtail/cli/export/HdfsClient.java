package org.curtail.cli.export;

import java.util.ArrayList;
import java.util.Set;
import java.util.regex.Pattern;

/** Hedged reads of the HDFS client, also below HBase: {@code hdfs-site.xml}. */
final class HdfsClient extends Target {
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  HdfsClient() {
    super("hdfs", "hedged reads of HDFS and HBase, hdfs-site.xml", Set.of(Name.THREADS), false);
  }

  @Override
  ExportText export(Copies copies, Names names) {
    String threads = names.or(Name.THREADS, "16", NUMBER, "a number");
    long millis = copies.wholeMillisAboveZero();
    var remarks = new ArrayList<>(copies.rounding("HDFS", millis));
    remarks.add(
        "HDFS keeps no budget; %s threads are the only limit: further reads run in the thread of their caller (--threads)"
            .formatted(threads));
    return new ExportText(
        "<configuration>\n"
            + xmlProperty("dfs.client.hedged.read.threadpool.size", threads)
            + xmlProperty("dfs.client.hedged.read.threshold.millis", millis)
            + "</configuration>\n",
        remarks);
  }
}
