package org.curtail.emulatednode;

import java.io.IOException;
import org.apache.lucene.search.Query;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ConstructingObjectParser;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryShardContext;

/** A query as users send it: {@code {"timed": {"millis": 50, "documents": 25}}}. */
final class TimedQueryBuilder extends AbstractQueryBuilder<TimedQueryBuilder> {
  static final String NAME = "timed";

  private static final ParseField MILLIS = new ParseField("millis");
  private static final ParseField DOCUMENTS = new ParseField("documents");

  private static final ConstructingObjectParser<TimedQueryBuilder, EmulatedCores> PARSER =
      new ConstructingObjectParser<>(
          NAME,
          false,
          (values, cores) -> new TimedQueryBuilder((double) values[0], (int) values[1], cores));

  static {
    PARSER.declareDouble(ConstructingObjectParser.constructorArg(), MILLIS);
    PARSER.declareInt(ConstructingObjectParser.constructorArg(), DOCUMENTS);
    declareStandardFields(PARSER);
  }

  private final double millis;
  private final int documents;
  private final EmulatedCores cores;

  /**
   * Creates a query.
   *
   * @param millis time of the whole search on one core, above 0
   * @param documents greatest number of its hits: at least 1
   */
  private TimedQueryBuilder(double millis, int documents, EmulatedCores cores) {
    if (!(millis > 0) || documents < 1) {
      throw new IllegalArgumentException(
          "[timed]: expected millis above 0 and at least one of documents, found %s and %d"
              .formatted(millis, documents));
    }
    this.millis = millis;
    this.documents = documents;
    this.cores = cores;
  }

  TimedQueryBuilder(StreamInput in, EmulatedCores cores) throws IOException {
    super(in);
    millis = in.readDouble();
    documents = in.readVInt();
    this.cores = cores;
  }

  static TimedQueryBuilder parse(XContentParser parser, EmulatedCores cores) throws IOException {
    return PARSER.parse(parser, cores);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeDouble(millis);
    out.writeVInt(documents);
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME);
    builder.field(MILLIS.getPreferredName(), millis);
    builder.field(DOCUMENTS.getPreferredName(), documents);
    printBoostAndQueryName(builder);
    builder.endObject();
  }

  @Override
  protected Query doToQuery(QueryShardContext context) {
    return new TimedQuery(millis, documents, cores);
  }

  @Override
  protected boolean doEquals(TimedQueryBuilder other) {
    return millis == other.millis && documents == other.documents;
  }

  @Override
  protected int doHashCode() {
    return 31 * Double.hashCode(millis) + documents;
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }
}
