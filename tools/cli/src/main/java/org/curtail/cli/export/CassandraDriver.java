package org.curtail.cli.export;

import java.util.ArrayList;
import java.util.Set;
import java.util.regex.Pattern;

/** An execution profile of the Cassandra driver 4 for Java, in HOCON. */
final class CassandraDriver extends Target {
  private static final Pattern PROFILE = Pattern.compile("[A-Za-z][\\w-]*");

  CassandraDriver() {
    super(
        "cassandra-driver",
        "an execution profile of the Cassandra driver for Java, HOCON",
        Set.of(Name.PROFILE),
        false);
  }

  @Override
  ExportText export(Copies copies, Names names) {
    String profile =
        names.or(Name.PROFILE, "default", PROFILE, "letters, digits, hyphens and underscores");
    // The driver cuts fractions off, and 0 sends both at once.
    long millis = copies.delayMillis() == 0 ? 0 : copies.wholeMillisAboveZero();
    String settings =
        """
        basic.request.default-idempotence = true
        advanced.speculative-execution-policy {
          class = ConstantSpeculativeExecutionPolicy
          max-executions = 2
          delay = %d milliseconds
        }
        """
            .formatted(millis);
    boolean isDefault = profile.equals("default");
    var remarks = new ArrayList<>(copies.rounding("the driver", millis));
    remarks.add("the driver keeps no budget: if all requests are slow, all of them are sent again");
    remarks.add(
        "default-idempotence declares that every statement of %s may run twice"
            .formatted(isDefault ? "the session" : "profile " + profile));
    return new ExportText(
        (isDefault
                ? "datastax-java-driver {\n"
                : "datastax-java-driver.profiles.%s {\n".formatted(profile))
            + settings.indent(2)
            + "}\n",
        remarks);
  }
}
