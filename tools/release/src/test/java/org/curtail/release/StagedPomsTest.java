package org.curtail.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** The rules of the publisher for a POM, and two of our own: no parent, and a complete BOM. */
class StagedPomsTest {
  private static final XPath XPATH = XPathFactory.newInstance().newXPath();

  static List<String> artifacts() {
    return Release.artifacts();
  }

  private static Document pom(Path file) throws Exception {
    return DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(file.toFile());
  }

  private static List<String> texts(Document pom, String path) throws Exception {
    NodeList found = (NodeList) XPATH.evaluate(path, pom, XPathConstants.NODESET);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      texts.add(found.item(i).getTextContent().strip());
    }
    return texts;
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void thePublisherAcceptsThePom(String artifact) throws Exception {
    Document pom = pom(Release.file(artifact, ".pom"));
    assertThat(texts(pom, "/project/groupId")).containsExactly("org.curtail");
    assertThat(texts(pom, "/project/artifactId")).containsExactly(artifact);
    assertThat(texts(pom, "/project/version")).containsExactly(Release.VERSION);
    for (String element :
        List.of(
            "name",
            "description",
            "url",
            "licenses/license/name",
            "licenses/license/url",
            "developers/developer/name",
            "developers/developer/organization",
            "developers/developer/organizationUrl",
            "scm/connection",
            "scm/developerConnection",
            "scm/url")) {
      assertThat(texts(pom, "/project/" + element))
          .as(element)
          .singleElement()
          .asString()
          .isNotBlank()
          .doesNotContain("${");
    }
    // Elements that the publisher forbids or that make builds of users depend on other places.
    for (String element : List.of("parent", "repositories", "pluginRepositories", "build")) {
      assertThat(texts(pom, "/project/" + element)).as(element).isEmpty();
    }
    assertThat(texts(pom, "//version")).noneMatch(version -> version.contains("SNAPSHOT"));
  }

  @ParameterizedTest
  @MethodSource("artifacts")
  void eachDependencyHasAVersionAndNoneIsForTests(String artifact) throws Exception {
    Document pom = pom(Release.file(artifact, ".pom"));
    String dependency = "/project/dependencies/dependency";
    assertThat(texts(pom, dependency + "/version")).hasSameSizeAs(texts(pom, dependency));
    assertThat(texts(pom, dependency + "/scope")).doesNotContain("test");
    assertThat(texts(pom, dependency + "[groupId='org.curtail']/artifactId"))
        .isSubsetOf(Release.artifacts());
  }

  @Test
  void theBomNamesEachPublishedJar() throws Exception {
    Document bom = pom(Release.file("curtail-bom", ".pom"));
    String managed = "/project/dependencyManagement/dependencies/dependency/artifactId";
    assertThat(texts(bom, managed)).containsExactlyInAnyOrderElementsOf(Release.jars());
  }
}
