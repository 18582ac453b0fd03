package org.curtail.cli.export;

import java.util.ArrayList;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The table option {@code speculative_retry} of Cassandra: the coordinator asks a further replica.
 * A percentile beside the delay keeps the share of copies, whatever the latency becomes.
 */
final class CassandraTable extends Target {
  private static final Pattern TABLE =
      Pattern.compile(
          "(([A-Za-z]\\w*|\"([^\"\\p{Cntrl}]|\"\")+\")\\.)?([A-Za-z]\\w*|\"([^\"\\p{Cntrl}]|\"\")+\")");

  CassandraTable() {
    super("cassandra", "a table option of Cassandra, CQL", Set.of(Name.TABLE), false);
  }

  @Override
  ExportText export(Copies copies, Names names) {
    String table = names.required(Name.TABLE, TABLE, "a table such as shop.catalog");
    var remarks = new ArrayList<>(copies.rounding("Cassandra", copies.wholeMillis()));
    remarks.add(
        "the budget is kept by the percentile of the coordinator's own latencies, since MAX waits"
            + " for both; writes have an option of their own, additional_write_policy");
    return new ExportText(
        "ALTER TABLE %s WITH speculative_retry = '%s';\n".formatted(table, option(copies)),
        remarks);
  }

  private static String option(Copies copies) {
    return copies.fraction() >= 1
        ? "ALWAYS"
        : "MAX(%sp,%dms)".formatted(copies.percentile().toPlainString(), copies.wholeMillis());
  }
}
