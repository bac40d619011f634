import {
  Admin,
  Datagrid,
  DateField,
  Edit,
  List,
  NumberInput,
  ReferenceField,
  ReferenceInput,
  Resource,
  SearchInput,
  SelectInput,
  SimpleForm,
  TextField,
  TextInput,
} from 'react-admin';
import { hexadmin } from './hexadmin';

const { dataProvider, authProvider } = hexadmin({
  url: import.meta.env.VITE_HEXADMIN_URL ?? 'http://127.0.0.1:8080',
});

const STATUSES = ['draft', 'active', 'retired'];

const Products = () => (
  <List
    sort={{ field: 'name', order: 'ASC' }}
    filters={[
      <SearchInput key="q" source="q" alwaysOn />,
      <SelectInput key="status" source="status" choices={STATUSES} />,
      <NumberInput key="price" source="price__gte" label="Price from" />,
    ]}
  >
    <Datagrid rowClick="edit">
      <TextField source="sku" label="SKU" />
      <TextField source="name" />
      <ReferenceField source="category_id" reference="categories" />
      <TextField source="price" textAlign="right" />
      <TextField source="stock" textAlign="right" />
      <TextField source="status" />
      <DateField source="released_on" />
    </Datagrid>
  </List>
);

const Product = () => (
  <Edit mutationMode="pessimistic">
    <SimpleForm>
      <TextInput source="name" />
      <TextInput source="price" />
      <NumberInput source="stock" />
      <SelectInput source="status" choices={STATUSES} />
      <ReferenceInput source="category_id" reference="categories" />
    </SimpleForm>
  </Edit>
);

const Categories = () => (
  <List>
    <Datagrid>
      <TextField source="name" />
      <TextField source="slug" />
    </Datagrid>
  </List>
);

export function App() {
  return (
    <Admin dataProvider={dataProvider} authProvider={authProvider} requireAuth disableTelemetry>
      <Resource name="products" list={Products} edit={Product} recordRepresentation="name" />
      <Resource name="categories" list={Categories} recordRepresentation="name" />
    </Admin>
  );
}
