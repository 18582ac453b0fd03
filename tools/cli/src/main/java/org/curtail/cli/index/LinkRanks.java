package org.curtail.cli.index;

import java.io.IOException;
import java.util.OptionalDouble;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.documents.Document;
import org.curtail.cli.documents.DocumentSource;

/**
 * Numbers of other documents that mention a document's name. Before indexing, it reads the source
 * twice: for the names, then for their mentions.
 */
final class LinkRanks implements DocumentRanks {
  private final NameMentions mentions;

  private LinkRanks(NameMentions mentions) {
    this.mentions = mentions;
  }

  /**
   * Counts mentions.
   *
   * @param maxDocuments largest number of documents read; 0 for all
   * @param kept part of the message if the user stops it
   * @throws UsageError if the source cannot be read, or changes meanwhile
   */
  static LinkRanks of(DocumentSource source, long maxDocuments, Console console, String kept)
      throws IOException {
    var mentions = new NameMentions();
    long[] read = {0};
    source.read(document -> {
      StopSignal.check(kept);
      if (read[0] == Integer.MAX_VALUE - 8) {
        throw new UsageError(
            "--static-rank links: expected fewer than 2,147,483,640 documents, found more");
      }
      mentions.addName(document.name());
      read[0]++;
      console.progress("names of %,d documents".formatted(read[0]));
      return read[0] != maxDocuments;
    });
    read[0] = 0;
    source.read(document -> {
      StopSignal.check(kept);
      if (read[0] == mentions.texts()) {
        throw changed(mentions);
      }
      mentions.readText(document.body());
      read[0]++;
      console.progress("mentions in %,d of %,d documents".formatted(read[0], mentions.texts()));
      return read[0] != maxDocuments;
    });
    if (read[0] != mentions.texts()) {
      throw changed(mentions);
    }
    return new LinkRanks(mentions);
  }

  @Override
  public OptionalDouble of(Document document, long number) {
    if (number >= mentions.texts()) {
      throw changed(mentions);
    }
    return OptionalDouble.of(mentions.of((int) number));
  }

  private static UsageError changed(NameMentions mentions) {
    return new UsageError(
        "--static-rank links: expected the same %,d documents at each reading, found others: do the"
                .formatted(mentions.texts())
            + " files change?");
  }
}
