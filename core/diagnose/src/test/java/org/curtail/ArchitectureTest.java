package org.curtail;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.Timer;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The permitted dependencies between the packages of all artifacts in {@code core}, which are on
 * this test's class path. All other dependencies are forbidden.
 */
@AnalyzeClasses(packages = "org.curtail", importOptions = ArchitectureTest.NoTests.class)
class ArchitectureTest {
  /** Excludes folders and jars of tests. */
  static final class NoTests implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/test-classes/")
          && !location.contains("-tests.jar")
          && !location.contains("testkit");
    }
  }

  private static final DescribedPredicate<JavaClass> RANDOMNESS =
      assignableTo(Random.class)
          .or(assignableTo(RandomGenerator.class))
          .or(assignableTo(UUID.class))
          .as("random generators");

  private static final DescribedPredicate<JavaClass> CONCURRENCY =
      assignableTo(Thread.class)
          .or(assignableTo(Timer.class))
          .or(resideInAPackage("java.util.concurrent.."))
          .as("threads and what coordinates them");

  private static final DescribedPredicate<JavaClass> FILES =
      resideInAnyPackage("java.io..", "java.nio..", "java.net..").as("files and streams");

  private static final DescribedPredicate<JavaClass> PLAIN_JAVA =
      resideInAnyPackage(
              "java.lang",
              "java.lang.annotation",
              "java.lang.invoke", // lambdas
              "java.lang.runtime", // records and switches
              "java.math",
              "java.util",
              "java.util.function",
              "java.util.stream",
              "org.jspecify.annotations")
          .or(type(Duration.class))
          .and(not(CONCURRENCY))
          .and(not(RANDOMNESS))
          .as("plain values and functions of the JDK");

  /** Packages with clocks, threads and the Flight Recorder; all others are pure. */
  private static final String[] WHAT_RUNS = {
    "org.curtail.runtime..",
    "org.curtail.hedge..",
    "org.curtail.signals..",
    "org.curtail.diagnose..",
    "org.curtail.autopilot.."
  };

  /** Packages that observe a running service, or read and write its recordings. */
  private static final DescribedPredicate<JavaClass> OBSERVING =
      nameMatching(
              "org\\.curtail\\.diagnose\\.(FaultCosts|DiagnosisEvents|DiagnosisRecorder"
                  + "|DiagnosisRecording|RecordingReader|RequestRecordings)(\\$.*)?")
          .forSubtype();

  /**
   * Packages that each package may use, beside itself and the nouns: the table in ARCHITECTURE.md.
   */
  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("policy", Set.of("policy.demand")),
          Map.entry("policy.demand", Set.of()),
          Map.entry("policies", Set.of("policy", "policy.demand")),
          Map.entry("dispatch", Set.of()),
          Map.entry("reissue", Set.of("reissue.times")),
          Map.entry("reissue.times", Set.of()),
          Map.entry("reissue.live", Set.of("reissue", "reissue.times")),
          Map.entry("reissue.plan", Set.of("reissue", "reissue.times")),
          Map.entry("json", Set.of()),
          Map.entry("model.json", Set.of("json")),
          Map.entry(
              "services.json",
              Set.of("json", "reissue", "reissue.plan", "workflow", "workflow.plan")),
          Map.entry("predict", Set.of()),
          Map.entry("plan", Set.of()),
          Map.entry("sim", Set.of("dispatch")),
          Map.entry(
              "replicas",
              Set.of(
                  "sim",
                  "reissue",
                  "reissue.times",
                  "reissue.live",
                  "reissue.plan",
                  "replicas.events")),
          Map.entry("replicas.events", Set.of()),
          Map.entry("signals", Set.of("signals.proc")),
          Map.entry("signals.proc", Set.of()),
          Map.entry("runtime", Set.of("dispatch", "signals", "speed", "speed.place")),
          Map.entry("workflow", Set.of("reissue")),
          Map.entry("workflow.visit", Set.of("workflow", "reissue")),
          Map.entry("workflow.simulate", Set.of("workflow", "workflow.visit")),
          Map.entry(
              "workflow.load",
              Set.of("workflow", "workflow.visit", "sim", "replicas", "replicas.events")),
          Map.entry(
              "workflow.estimate",
              Set.of(
                  "workflow", "workflow.visit", "workflow.simulate", "reissue", "reissue.times")),
          Map.entry(
              "workflow.plan",
              Set.of(
                  "workflow", "workflow.simulate", "workflow.estimate", "reissue", "reissue.plan")),
          Map.entry(
              "workflow.partial",
              Set.of(
                  "workflow",
                  "workflow.visit",
                  "workflow.simulate",
                  "workflow.estimate",
                  "workflow.plan",
                  "reissue")),
          Map.entry("hedge", Set.of("reissue", "reissue.times", "reissue.live")),
          Map.entry("speed", Set.of()),
          Map.entry("speed.place", Set.of("speed")),
          Map.entry("energy", Set.of("speed", "speed.place", "sim")),
          Map.entry("tune", Set.of("sim", "policy", "policies", "plan")),
          Map.entry("demand", Set.of("demand.sample", "runtime")),
          Map.entry("demand.sample", Set.of("runtime")),
          Map.entry("diagnose", Set.of("diagnose.pause", "signals", "runtime")),
          Map.entry("diagnose.pause", Set.of("signals", "signals.proc")),
          Map.entry("automatic.detect", Set.of()),
          Map.entry("automatic.learn", Set.of("automatic.detect", "demand.sample", "runtime")),
          Map.entry("automatic.choose", Set.of("policies", "sim")),
          Map.entry("automatic.guard", Set.of()),
          Map.entry(
              "automatic",
              Set.of(
                  "automatic.detect",
                  "automatic.learn",
                  "automatic.choose",
                  "automatic.guard",
                  "predict",
                  "sim",
                  "demand.sample",
                  "runtime")),
          Map.entry(
              "autopilot",
              Set.of(
                  "automatic",
                  "automatic.choose",
                  "automatic.guard",
                  "energy",
                  "json",
                  "model.json",
                  "runtime",
                  "speed")));

  @ArchTest
  static void packagesUseOnlyAllowedPackages(JavaClasses classes) {
    Set<String> rooms =
        classes.stream()
            .map(JavaClass::getPackageName)
            .filter(name -> name.startsWith("org.curtail."))
            .map(name -> name.substring("org.curtail.".length()))
            .collect(Collectors.toSet());
    assertThat(rooms).isEqualTo(MAY_USE.keySet());
    MAY_USE.forEach((room, used) -> {
      String[] forbidden =
          rooms.stream()
              .filter(other -> !other.equals(room) && !used.contains(other))
              .map(other -> "org.curtail." + other)
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage("org.curtail." + room)
          .should()
          .dependOnClassesThat(resideInAnyPackage(forbidden))
          .check(classes);
    });
  }

  /** The jar of annotations is missing at users. */
  @ArchTest
  static void annotationsAreNotNeededAtRuntime(JavaClasses classes) {
    assertThat(classes)
        .allSatisfy(type ->
            assertThat(type.getReferencedClassObjects())
                .extracting(constant -> constant.getRawType().getPackageName())
                .doesNotContain("org.jspecify.annotations"));
  }

  /** Limit of classes in a cycle, with nested classes. A longer cycle is one class in pieces. */
  private static final int MOST_IN_A_CYCLE = 12;

  @ArchTest
  static void noCycleHasMoreThanTwelveClasses(JavaClasses classes) {
    for (Set<JavaClass> cycle : Cycles.of(classes)) {
      assertThat(cycle.size())
          .as(
              "%s classes that need each other: %s",
              cycle.size(), cycle.stream().map(JavaClass::getName).sorted().toList())
          .isLessThanOrEqualTo(MOST_IN_A_CYCLE);
    }
  }

  @ArchTest
  static final ArchRule the_nouns_use_only_plain_java_and_no_other_package =
      classes()
          .that()
          .resideInAPackage("org.curtail")
          .should()
          .onlyDependOnClassesThat(resideInAPackage("org.curtail").or(PLAIN_JAVA));

  @ArchTest
  static final ArchRule policies_use_only_the_nouns_and_plain_java =
      classes()
          .that()
          .resideInAnyPackage("org.curtail.policy..", "org.curtail.policies")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("org.curtail", "org.curtail.policy..", "org.curtail.policies")
                  .or(PLAIN_JAVA));

  @ArchTest
  static final ArchRule dispatch_uses_only_the_nouns_and_plain_java =
      classes()
          .that()
          .resideInAPackage("org.curtail.dispatch..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("org.curtail", "org.curtail.dispatch..").or(PLAIN_JAVA));

  @ArchTest
  static final ArchRule reissue_uses_only_plain_java =
      classes()
          .that()
          .resideInAPackage("org.curtail.reissue..")
          .should()
          .onlyDependOnClassesThat(resideInAPackage("org.curtail.reissue..").or(PLAIN_JAVA));

  @ArchTest
  static final ArchRule what_must_repeat_touches_no_thread_file_or_randomness =
      noClasses()
          .that()
          .resideInAnyPackage(
              "org.curtail.sim..",
              "org.curtail.replicas..",
              "org.curtail.plan..",
              "org.curtail.tune..",
              "org.curtail.automatic..",
              "org.curtail.speed..",
              "org.curtail.energy..",
              "org.curtail.workflow..")
          .should()
          .dependOnClassesThat(
              CONCURRENCY.or(FILES).or(assignableTo(Random.class)).or(assignableTo(UUID.class)));

  @ArchTest
  static final ArchRule planning_draws_nothing_at_random =
      noClasses()
          .that()
          .resideInAPackage("org.curtail.plan..")
          .should()
          .dependOnClassesThat(RANDOMNESS);

  @ArchTest
  static final ArchRule only_what_runs_reads_the_clock =
      noClasses()
          .that()
          .resideOutsideOfPackages(WHAT_RUNS)
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .dependOnClassesThat(assignableTo(Clock.class));

  @ArchTest
  static final ArchRule nothing_draws_from_a_hidden_seed =
      noClasses()
          .should()
          .callMethod(Math.class, "random")
          .orShould()
          .callConstructor(Random.class);

  @ArchTest
  static final ArchRule only_what_runs_starts_threads =
      noClasses()
          .that()
          .resideOutsideOfPackages(WHAT_RUNS)
          .should()
          .dependOnClassesThat(
              assignableTo(Thread.class)
                  .or(assignableTo(Timer.class))
                  .or(assignableTo("java.util.concurrent.Executor"))
                  .or(assignableTo("java.util.concurrent.Executors"))
                  .or(assignableTo("java.util.concurrent.ThreadFactory")));

  /**
   * Observers may use packages that run. Judgements of evidence must be the same on all machines.
   */
  @ArchTest
  static final ArchRule diagnosing_is_pure_but_for_observing_and_recording =
      noClasses()
          .that()
          .resideInAPackage("org.curtail.diagnose")
          .and(not(OBSERVING))
          .should()
          .dependOnClassesThat(
              CONCURRENCY
                  .or(FILES)
                  .or(RANDOMNESS)
                  .or(resideInAnyPackage("jdk.jfr..", "java.lang.management..")))
          .orShould()
          .callMethod(System.class, "nanoTime");

  /** Signals are for any service, with or without the engine. */
  @ArchTest
  static final ArchRule signals_use_the_jdk_and_nothing_else =
      classes()
          .that()
          .resideInAPackage("org.curtail.signals..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("org.curtail.signals..", "java..", "org.jspecify.annotations"));

  /** The Flight Recorder may be missing. */
  @ArchTest
  static final ArchRule only_what_runs_knows_the_flight_recorder =
      noClasses()
          .that()
          .resideOutsideOfPackages(WHAT_RUNS)
          .should()
          .dependOnClassesThat(resideInAPackage("jdk.jfr.."));

  /** The estimate of a profile from traffic may use only the engine's reports. */
  @ArchTest
  static final ArchRule demand_is_estimated_from_what_the_runtime_tells =
      classes()
          .that()
          .resideInAPackage("org.curtail.demand..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("org.curtail", "org.curtail.demand..", "org.curtail.runtime..")
                  .or(PLAIN_JAVA)
                  .or(RANDOMNESS)
                  .or(resideInAPackage("java.util.concurrent.atomic")));

  @ArchTest
  static final ArchRule
      the_simulator_uses_only_nouns_policies_dispatch_plain_java_and_given_randomness =
          classes()
              .that()
              .resideInAPackage("org.curtail.sim..")
              .should()
              .onlyDependOnClassesThat(
                  resideInAnyPackage(
                          "org.curtail",
                          "org.curtail.policy..",
                          "org.curtail.dispatch..",
                          "org.curtail.sim..")
                      .or(PLAIN_JAVA)
                      .or(RANDOMNESS));

  /** Logarithms and the like may differ in the last bit from machine to machine, except these. */
  @ArchTest
  static final ArchRule the_simulator_takes_logarithms_and_powers_from_strict_math_only =
      noClasses()
          .that()
          .resideInAnyPackage(
              "org.curtail.sim..",
              "org.curtail.replicas..",
              "org.curtail.workflow..",
              "org.curtail.tune..",
              "org.curtail.speed..",
              "org.curtail.energy..",
              "org.curtail.automatic..")
          .should()
          .callMethodWhere(
              target(owner(assignableTo(Math.class)))
                  .and(target(nameMatching("exp|expm1|log|log10|log1p|pow|cbrt|sin|cos|tan"))))
          .orShould()
          .callMethodWhere(target(nameMatching("nextExponential|nextGaussian")));

  @ArchTest
  static final ArchRule tuning_uses_only_nouns_plans_policies_simulations_and_given_randomness =
      classes()
          .that()
          .resideInAPackage("org.curtail.tune..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                      "org.curtail",
                      "org.curtail.plan..",
                      "org.curtail.policy..",
                      "org.curtail.policies",
                      "org.curtail.sim..",
                      "org.curtail.tune..")
                  .or(PLAIN_JAVA)
                  .or(RANDOMNESS));

  @ArchTest
  static final ArchRule json_knows_the_nouns_and_characters_but_no_files =
      classes()
          .that()
          .resideInAnyPackage(
              "org.curtail.json..", "org.curtail.model.json..", "org.curtail.services.json..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                      "org.curtail",
                      "org.curtail.reissue..",
                      "org.curtail.workflow..",
                      "org.curtail.json..",
                      "org.curtail.model.json..",
                      "org.curtail.services.json..",
                      "com.fasterxml.jackson.core..")
                  .or(PLAIN_JAVA)
                  .or(assignableTo("java.io.Reader"))
                  .or(assignableTo("java.io.Writer"))
                  .or(assignableTo("java.io.IOException"))
                  .or(assignableTo(java.io.Closeable.class)));

  @ArchTest
  static final ArchRule packages_form_no_cycles =
      slices().matching("org.curtail.(*)..").should().beFreeOfCycles();

  /** A native image keeps what is found by name only if the metadata of its artifact lists it. */
  @ArchTest
  static void whatIsFoundByNameIsListedForNativeImages(JavaClasses classes) throws Exception {
    var finders = new HashMap<String, Long>();
    for (JavaClass type : classes) {
      long calls =
          type.getMethodCallsFromSelf().stream()
              .map(call -> call.getTarget().getName())
              .filter(
                  name -> name.matches("findVarHandle|forName|getDeclared\\w+|newProxyInstance"))
              .count();
      if (calls > 0) {
        finders.put(type.getName(), calls);
      }
    }
    var listed = new HashMap<String, Long>();
    for (String artifact : List.of("curtail", "curtail-hedge")) {
      String file =
          "/META-INF/native-image/org.curtail/%s/reachability-metadata.json".formatted(artifact);
      try (InputStream json = requireNonNull(ArchitectureTest.class.getResourceAsStream(file))) {
        Matcher type =
            Pattern.compile("\"type\": \"([^\"]+)\", \"fields\": \\[([^]]+)]")
                .matcher(new String(json.readAllBytes(), UTF_8));
        while (type.find()) {
          Class<?> found = Class.forName(type.group(1));
          Matcher name = Pattern.compile("\"name\": \"(\\w+)\"").matcher(type.group(2));
          while (name.find()) {
            assertThat(found).hasDeclaredFields(name.group(1));
            listed.merge(type.group(1), 1L, Long::sum);
          }
        }
      }
    }
    assertThat(listed).isEqualTo(finders);
  }
}
