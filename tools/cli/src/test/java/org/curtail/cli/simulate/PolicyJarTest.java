package org.curtail.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies of the user's own, from a jar that this test compiles. */
@Timeout(300)
class PolicyJarTest extends SimulateCommandCase {
  private static final String FOUR =
      """
      package com.example;
      import org.curtail.*;
      public class %s implements Policy {
        %s
        public Decision decide(Progress running, Load load) { return Decision.keep(4); }
        public int maxDegree() { return 4; }
        public int threads(int cores) { return UNLIMITED; }
      }
      """;

  private static final Map<String, String> CLASSES =
      Map.of(
          "Four", FOUR.formatted("Four", ""),
          "OfProfile", FOUR.formatted("OfProfile", "public OfProfile(Profile demand) {}"),
          "Hidden", FOUR.formatted("Hidden", "Hidden() {}"),
          "Fails", FOUR.formatted("Fails", "{ if (true) throw new Error(\"no file\"); }"),
          "Other", "package com.example; public class Other {}");

  private Path jar = Path.of("");

  @BeforeEach
  void makeJar() throws IOException {
    List<String> words = new ArrayList<>(List.of("-proc:none", "-d", folder.toString(), "-cp"));
    words.add(System.getProperty("java.class.path"));
    for (var type : CLASSES.entrySet()) {
      Path file = folder.resolve(type.getKey() + ".java");
      words.add(Files.writeString(file, type.getValue()).toString());
    }
    var compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(compiler.run(null, null, null, words.toArray(String[]::new))).isZero();
    jar = folder.resolve("my.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        var out = new JarOutputStream(file);
        Stream<Path> classes = Files.list(folder.resolve("com/example"))) {
      for (Path each : classes.toList()) {
        out.putNextEntry(new JarEntry("com/example/" + each.getFileName()));
        out.write(Files.readAllBytes(each));
      }
    }
  }

  @Test
  void itIsSimulatedLikeABuiltInOne() {
    var results =
        written(
            "--policy-jar",
            jar,
            "--policies",
            "fixed-4,com.example.Four,com.example.OfProfile+sharing",
            "--requests",
            1000);
    assertThat(results.command()).contains("--policy-jar " + jar);
    var fixed = results.runs().get(0);
    var own = results.runs().get(1);
    assertThat(own.policy()).isEqualTo("com.example.Four");
    assertThat(own.latency()).isEqualTo(fixed.latency());
    assertThat(results.runs().get(2).policy()).isEqualTo("com.example.OfProfile+sharing");
  }

  @Test
  void capacityComparesIt() {
    Terminal run =
        curtail(
            "capacity",
            "--profile",
            profile,
            "--cores",
            4,
            "--target-p99-ms",
            200,
            "--requests",
            2000,
            "--policy-jar",
            jar,
            "--policies",
            "sequential,com.example.Four");
    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(run.out()).contains("com.example.Four");
  }

  @Test
  @Tag("long")
  void benchEmulatesIt() {
    Terminal run =
        curtail(
            "bench",
            "emulated",
            "--emulate-cores",
            4,
            "--profile",
            profile,
            "--rps",
            100,
            "--requests",
            20,
            "--repeats",
            1,
            "--policy-jar",
            jar,
            "--policies",
            "sequential,com.example.Four",
            "--out",
            folder.resolve("bench"));
    assertThat(run.exitCode()).as(run.toString()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "com.example.Gone   | --policy-jar: no jar has a class com.example.Gone",
        "com.example.Other  | --policy-jar: expected com.example.Other to be a public class that implements org.curtail.Policy",
        "com.example.Hidden | --policy-jar: expected com.example.Hidden to have a public constructor, without parameters or with a Profile",
        "com.example.Fails  | --policy-jar: expected com.example.Fails to be a class with a constructor that returns, found java.lang.Error: no file",
        "sequential         | --policy-jar: expected the name of a class such as com.example.MyPolicy in --policies",
      })
  void aMisuseIsOneSentence(String policies, String sentence) {
    Terminal run = simulate("--policy-jar", jar, "--policies", policies);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.complaint()).contains(sentence);
  }

  @Test
  void aFileThatIsNoJarIsRefused() {
    for (Path file : List.of(profile, folder.resolve("none.jar"), folder)) {
      Terminal run = simulate("--policy-jar", file, "--policies", "com.example.Four");
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.complaint()).contains("--policy-jar: expected a jar, found none at " + file);
    }
  }

  @Test
  void withoutAJarSuchANameIsUnknown() {
    Terminal run = simulate("--policies", "com.example.Unheard");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.complaint()).contains("no policy is named 'com.example.Unheard'");
  }
}
