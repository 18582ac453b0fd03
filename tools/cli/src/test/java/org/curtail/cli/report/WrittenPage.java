package org.curtail.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.curtail.benchkit.results.Results;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A page or a picture as it was written. */
public record WrittenPage(String markup) {
  /** The report of some results. */
  public static WrittenPage of(Results... results) throws IOException {
    var writer = new StringWriter();
    HtmlReport.write(List.of(results), writer);
    return new WrittenPage(writer.toString());
  }

  public static WrittenPage read(Path file) throws IOException {
    return new WrittenPage(Files.readString(file));
  }

  /** Its elements; fails if it is not well-formed. */
  public Document parsed() throws IOException {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(markup)));
    } catch (SAXException | ParserConfigurationException e) {
      throw new AssertionError("not well-formed: " + markup, e);
    }
  }

  /** The text that a reader sees. */
  public String text() throws IOException {
    return parsed().getDocumentElement().getTextContent();
  }

  /** Checks that it is well-formed, fetches nothing, runs nothing, and has no invalid number. */
  public void assertThatItCanBeShown() throws IOException {
    assertThat(markup).doesNotContain("NaN", "Infinity", "∞", "href=\"http", "<script");
    parsed();
  }
}
