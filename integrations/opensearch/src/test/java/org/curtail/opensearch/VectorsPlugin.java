package org.curtail.opensearch;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.mapper.KeywordFieldMapper;
import org.opensearch.index.mapper.MetadataFieldMapper;
import org.opensearch.index.mapper.ParseContext;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.plugins.MapperPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPlugin;

/** Each document has a random vector from its identity; a query looks for the nearest. */
public final class VectorsPlugin extends Plugin implements MapperPlugin, SearchPlugin {
  private static final String FIELD = "_test_vector";
  private static final int DIMENSIONS = 8;

  private static float[] vector(long seed) {
    var random = new SplittableRandom(seed);
    var vector = new float[DIMENSIONS];
    for (int i = 0; i < DIMENSIONS; i++) {
      vector[i] = (float) random.nextDouble(-1, 1);
    }
    return vector;
  }

  @Override
  public Map<String, MetadataFieldMapper.TypeParser> getMetadataMappers() {
    return Map.of(FIELD, new MetadataFieldMapper.FixedTypeParser(context -> new VectorMapper()));
  }

  @Override
  public List<QuerySpec<?>> getQueries() {
    return List.of(
        new QuerySpec<>(
            NearestQueryBuilder.KIND,
            NearestQueryBuilder::new,
            parser -> new NearestQueryBuilder(0, 1)));
  }

  private static final class VectorMapper extends MetadataFieldMapper {
    private VectorMapper() {
      super(new KeywordFieldMapper.KeywordFieldType(FIELD));
    }

    @Override
    public void postParse(ParseContext context) {
      context
          .doc()
          .add(new KnnFloatVectorField(FIELD, vector(context.sourceToParse().id().hashCode())));
    }

    @Override
    protected String contentType() {
      return FIELD;
    }
  }

  static final class NearestQueryBuilder extends AbstractQueryBuilder<NearestQueryBuilder> {
    private static final String KIND = "nearest";

    private final long seed;
    private final int count;

    NearestQueryBuilder(long seed, int count) {
      this.seed = seed;
      this.count = count;
    }

    private NearestQueryBuilder(StreamInput in) throws IOException {
      super(in);
      seed = in.readLong();
      count = in.readInt();
    }

    @Override
    protected void doWriteTo(StreamOutput out) throws IOException {
      out.writeLong(seed);
      out.writeInt(count);
    }

    @Override
    protected void doXContent(XContentBuilder builder, Params params) throws IOException {
      builder.startObject(KIND).field("seed", seed).field("count", count).endObject();
    }

    @Override
    protected Query doToQuery(QueryShardContext context) {
      return new KnnFloatVectorQuery(FIELD, vector(seed), count);
    }

    @Override
    protected boolean doEquals(NearestQueryBuilder other) {
      return seed == other.seed && count == other.count;
    }

    @Override
    protected int doHashCode() {
      return Long.hashCode(seed) + count;
    }

    @Override
    public String getWriteableName() {
      return KIND;
    }
  }
}
