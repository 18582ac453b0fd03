package org.curtail.traces.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.curtail.benchkit.terminal.UsageError;
import org.junit.jupiter.api.Test;

class DuckDbFailureTest {
  private static final String FULL =
      """
      {"exception_type":"IO","exception_message":"Could not write file \\"/d/part.parquet\\": No space left on device","errno":"28"}\
      """;

  @Test
  void fullDiskIsReportedInASentence() {
    for (String message : new String[] {FULL, "Invalid Error: " + FULL}) {
      assertThat(DuckDb.failed(new SQLException(message)))
          .isInstanceOf(UsageError.class)
          .hasMessage(
              "no space left on the disk for what DuckDB writes; free some, or use another folder:"
                  + " Could not write file \"/d/part.parquet\": No space left on device");
    }
  }

  @Test
  void otherFailuresAreReportedWithoutJson() {
    assertThat(
            DuckDb.failed(
                new SQLException(
                    "{\"exception_type\":\"IO\",\"exception_message\":\"Cannot open file\"}")))
        .hasMessage("DuckDB: Cannot open file");
    assertThat(DuckDb.failed(new SQLException("{\"exception_type\": broken")))
        .hasMessage("DuckDB: {\"exception_type\": broken");
  }
}
