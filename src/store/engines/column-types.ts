import {
  type ColumnDefinitionNode,
  DataTypeNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  RawNode,
} from 'kysely'

/**
 * Translates the column types of the migrations for PostgreSQL: text is compared by code point as on SQLite, whatever
 * the database's locale, and integers have 64 bits.
 */
class ForPostgres extends OperationNodeTransformer {
  protected override transformColumnDefinition(node: ColumnDefinitionNode): ColumnDefinitionNode {
    const { dataType, ...rest } = super.transformColumnDefinition(node)
    if (!DataTypeNode.is(dataType)) return { dataType, ...rest }
    if (dataType.dataType === 'text') return { ...rest, dataType: RawNode.createWithSql('text collate "C"') }
    if (dataType.dataType === 'integer') return { ...rest, dataType: DataTypeNode.create('bigint') }
    return { dataType, ...rest }
  }
}

const transformer = new ForPostgres()

export const COLUMNS_FOR_POSTGRES: KyselyPlugin = {
  transformQuery: ({ node }) => transformer.transformNode(node),
  transformResult: async ({ result }) => result,
}
