package org.curtail.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of each published artifact. */
class StagedFilesTest {
  static List<String> jars() {
    return Release.jars();
  }

  private static List<String> names(Path jar) throws Exception {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream().map(ZipEntry::getName).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("jars")
  void aJarIsAModuleWithItsLicence(String artifact) throws Exception {
    Path jar = Release.file(artifact, ".jar");
    ModuleDescriptor module = ModuleFinder.of(jar).findAll().iterator().next().descriptor();
    assertThat(module.isAutomatic()).as("automatic").isFalse();
    assertThat(module.name()).startsWith("org.curtail");
    assertThat(names(jar)).contains("META-INF/LICENSE");
  }

  @ParameterizedTest
  @MethodSource("jars")
  void sourcesHaveAFileForEachClass(String artifact) throws Exception {
    List<String> sources = names(Release.file(artifact, "-sources.jar"));
    assertThat(names(Release.file(artifact, ".jar")))
        .filteredOn(name -> name.endsWith(".class") && !name.contains("$"))
        .allSatisfy(name -> assertThat(sources).contains(name.replace(".class", ".java")));
  }

  @ParameterizedTest
  @MethodSource("jars")
  void javadocHasAPageForEachExportedPackage(String artifact) throws Exception {
    List<String> pages = names(Release.file(artifact, "-javadoc.jar"));
    assertThat(pages).contains("index.html");
    ModuleFinder.of(Release.file(artifact, ".jar"))
        .findAll()
        .iterator()
        .next()
        .descriptor()
        .exports()
        .stream()
        .filter(exported -> !exported.isQualified())
        .map(exported -> exported.source().replace('.', '/') + "/package-summary.html")
        .forEach(page -> assertThat(pages).anyMatch(name -> name.endsWith(page)));
  }

  @ParameterizedTest
  @MethodSource("jars")
  void theBillOfMaterialsIsOfTheJar(String artifact) throws Exception {
    assertThat(Release.file(artifact, "-cyclonedx.json"))
        .content()
        .contains("CycloneDX", "pkg:maven/org.curtail/" + artifact + "@" + Release.VERSION)
        .doesNotContain("SNAPSHOT");
  }

  @Test
  void onlyTheExpectedFilesAreStaged() throws Exception {
    for (String artifact : Release.artifacts()) {
      List<String> ends =
          Release.jars().contains(artifact)
              ? List.of(
                  ".pom",
                  ".jar",
                  "-sources.jar",
                  "-javadoc.jar",
                  "-cyclonedx.json",
                  "-cyclonedx.xml")
              : List.of(".pom");
      assertThat(Release.files(Release.file(artifact, "").getParent()))
          .filteredOn(file -> !file.toString().matches(".*\\.(md5|sha1|asc)"))
          .containsExactlyInAnyOrderElementsOf(
              ends.stream().map(end -> Release.file(artifact, end)).toList());
    }
  }

  @Test
  void eachStagedFileHasItsChecksums() throws Exception {
    for (Path file : Release.files(Release.STAGING)) {
      if (!file.toString().matches(".*\\.(md5|sha1|asc)")) {
        for (String name : List.of("MD5", "SHA-1")) {
          byte[] digest = MessageDigest.getInstance(name).digest(Files.readAllBytes(file));
          assertThat(Path.of(file + "." + name.toLowerCase().replace("-", "")))
              .hasContent(HexFormat.of().formatHex(digest));
        }
      }
    }
  }

  @Test
  void eachFileIsSigned() throws Exception {
    assumeTrue(Boolean.getBoolean("release.signed"), "built without a key");
    for (Path folder : List.of(Release.STAGING, Release.DOWNLOADS)) {
      for (Path file : Release.files(folder)) {
        if (!file.toString().matches(".*(\\.(md5|sha1|asc)|SHA256SUMS)")) {
          Release.Ended checked =
              Release.run(
                  folder, List.of("gpg", "--verify", file + ".asc", file.toString()), Map.of());
          assertThat(checked.exitCode()).as(checked.output()).isZero();
        }
      }
    }
  }
}
