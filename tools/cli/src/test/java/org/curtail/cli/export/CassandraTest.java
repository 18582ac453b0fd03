package org.curtail.cli.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.apache.cassandra.service.reads.SpeculativeRetryPolicy;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.PlanDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cassandra's own parser reads the table option, its driver the profile. */
class CassandraTest {
  private static final Target TABLE = ClientTargets.CASSANDRA;
  private static final Target DRIVER = ClientTargets.CASSANDRA_DRIVER;
  private static final Pattern STATEMENT =
      Pattern.compile("ALTER TABLE (\\S+) WITH speculative_retry = '([^']*)';\n");

  private static PlanDocument singleD(double delayMs, double fraction) {
    return PlanDocument.of(
        new ReissuePlan(
            new ReissueGoal(99, 1), ReissuePolicy.singleD(delayMs), fraction, 160, 200, 100));
  }

  private static String option(PlanDocument plan) {
    Matcher statement = STATEMENT.matcher(Plans.text(TABLE, plan, Name.TABLE, "shop.catalog"));
    assertThat(statement.matches()).isTrue();
    assertThat(statement.group(1)).isEqualTo("shop.catalog");
    return statement.group(2);
  }

  @Test
  void theOptionIsAPercentileAndATime() {
    String option = option(Plans.SINGLE_R);
    assertThat(option).isEqualTo("MAX(98.05p,152ms)");
    SpeculativeRetryPolicy policy = SpeculativeRetryPolicy.fromString(option);
    assertThat(policy.kind()).isEqualTo(SpeculativeRetryPolicy.Kind.HYBRID);
    assertThat(policy.toString().toLowerCase(Locale.ROOT)).contains("max", "98.05p", "152");
  }

  @ParameterizedTest
  @CsvSource({
    "0.2,0.5,'MAX(50p,1ms)'",
    "151,0.019501,'MAX(98.05p,151ms)'",
    "7000,0.000001,'MAX(99.99p,7000ms)'",
    "0,1,ALWAYS"
  })
  void cassandraReadsWhatIsWritten(double delayMs, double fraction, String expected) {
    String option = option(singleD(delayMs, fraction));
    assertThat(option).isEqualTo(expected);
    assertThat(SpeculativeRetryPolicy.fromString(option)).isNotNull();
  }

  @Test
  void cassandraRejectsWhatIsBroken() {
    assertThatThrownBy(() -> SpeculativeRetryPolicy.fromString("MAX(98.05p,152)"))
        .isInstanceOf(ConfigurationException.class);
  }

  @Test
  void aTableIsATable() {
    assertThatThrownBy(
            () -> Plans.text(TABLE, Plans.SINGLE_R, Name.TABLE, "catalog; DROP TABLE catalog"))
        .isInstanceOf(UsageError.class)
        .hasMessage(
            "--table: expected a table such as shop.catalog, found 'catalog; DROP TABLE catalog'");
    assertThat(Plans.text(TABLE, Plans.SINGLE_R, Name.TABLE, "shop.\"Catalog\""))
        .startsWith("ALTER TABLE shop.\"Catalog\" WITH ");
  }

  private static void assertSpeculates(DriverExecutionProfile profile, long delayMs) {
    assertThat(profile.getString(DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS))
        .isEqualTo("ConstantSpeculativeExecutionPolicy");
    assertThat(profile.getInt(DefaultDriverOption.SPECULATIVE_EXECUTION_MAX)).isEqualTo(2);
    assertThat(profile.getDuration(DefaultDriverOption.SPECULATIVE_EXECUTION_DELAY))
        .isEqualTo(Duration.ofMillis(delayMs));
    assertThat(profile.getBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE)).isTrue();
  }

  @Test
  void theDriverReadsAProfileOfThatName() {
    String text = Plans.text(DRIVER, Plans.SINGLE_R, Name.PROFILE, "catalog-read");
    try (DriverConfigLoader loader = DriverConfigLoader.fromString(text)) {
      assertSpeculates(loader.getInitialConfig().getProfile("catalog-read"), 152);
      assertThat(
              loader
                  .getInitialConfig()
                  .getDefaultProfile()
                  .getString(DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS))
          .isEqualTo("NoSpeculativeExecutionPolicy");
    }
  }

  @Test
  void withoutANameItIsTheDefaultProfile() {
    try (DriverConfigLoader loader =
        DriverConfigLoader.fromString(Plans.text(DRIVER, singleD(0.2, 0.5)))) {
      // The driver would send both at once for 0.
      assertSpeculates(loader.getInitialConfig().getDefaultProfile(), 1);
    }
  }
}
