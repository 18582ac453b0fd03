/**
 * A cluster of OpenSearch: {@link org.curtail.app.opensearch.ClusterClient} speaks with any, {@link
 * org.curtail.app.opensearch.Distribution} runs {@link org.curtail.app.opensearch.LocalNode}s on
 * this machine.
 */
@NullMarked
package org.curtail.app.opensearch;

import org.jspecify.annotations.NullMarked;
