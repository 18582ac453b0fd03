/**
 * A cluster of OpenSearch: {@link org.curtail.cli.opensearch.ClusterClient} is a client for any,
 * {@link org.curtail.cli.opensearch.LocalCluster} starts one with the plugin on this machine.
 */
@NullMarked
package org.curtail.cli.opensearch;

import org.jspecify.annotations.NullMarked;
