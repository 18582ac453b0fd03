package org.curtail.cli.export;

import java.util.ArrayList;
import java.util.Set;

/** A settings profile of ClickHouse for distributed queries: a file in {@code users.d}. */
final class ClickHouseProfile extends Target {
  ClickHouseProfile() {
    super(
        "clickhouse",
        "a settings profile of ClickHouse for users.d, XML",
        Set.of(Name.PROFILE),
        false);
  }

  @Override
  ExportText export(Copies copies, Names names) {
    String profile =
        names.or(
            Name.PROFILE, "default", XML_NAME, "letters, digits, hyphens, dots and underscores");
    long millis = copies.wholeMillisAboveZero();
    var remarks = new ArrayList<>(copies.rounding("ClickHouse", millis));
    remarks.add(
        "ClickHouse keeps no budget; it counts from the start of a query until a replica's first"
            + " data or progress, so plan from those times");
    return new ExportText(
        """
        <clickhouse>
          <profiles>
            <%1$s>
              <use_hedged_requests>1</use_hedged_requests>
              <receive_data_timeout_ms>%2$d</receive_data_timeout_ms>
            </%1$s>
          </profiles>
        </clickhouse>
        """
            .formatted(profile, millis),
        remarks);
  }
}
